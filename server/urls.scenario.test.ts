import { globSync, readFileSync } from 'node:fs';
import type { RouteOptions } from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { otherParty } from '../shared/conversations.ts';
import { startTestProduct } from '../test/support/test-product.ts';
import { buildApp } from './app.ts';
import { projectFolder } from './core/project-folder.ts';

/** A variable's name, not within quotation marks. */
const ADDRESS = /(?:\bemail|Email|[aA]ddress|recipientKey)\b(?!')/;

/** What a path or query takes that is, or may be, an address. */
const TAKEN = {
  '/api/conversations email': 'in the specification; our pages leave it out',
  '/api/inbound/raw from': 'by mail services, with a secret',
  '/api/inbound/raw to': 'by mail services, with a secret',
};

it('urls: no path or query parameter of a route is an address', async () => {
  const product = await startTestProduct({
    env: { TEST_ROUTES: 'on', INBOUND_WEBHOOK_SECRET: 'x'.repeat(32) },
  });
  const routes: RouteOptions[] = [];
  const app = await buildApp(product.services, {
    receiverPort: null,
    onRoute: (route) => routes.push(route),
  });
  await app.ready();
  await app.close();
  await product.close();
  const takes = (schema: unknown, isAddress: (name: string, type: unknown) => boolean) =>
    schema instanceof z.ZodObject
      ? Object.entries(schema.shape).flatMap(([name, type]) => (isAddress(name, type) ? [name] : []))
      : [];
  const isConversation = (type: unknown) =>
    type === otherParty || (type instanceof z.ZodOptional && type.unwrap() === otherParty);
  const found = routes.flatMap(({ url, schema }) =>
    [schema?.params, schema?.querystring].flatMap((part) =>
      takes(
        part,
        (name, type) => /mail|address|^(from|to|recipient)$/i.test(name) && !isConversation(type),
      ).map((name) => `${url} ${name}`),
    ),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(TAKEN));
});

it('urls: no link or call of a page or mail is written with an address', () => {
  const written = globSync('{web,server,shared,templates}/**/*.{ts,tsx}', { cwd: projectFolder })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => {
      const source = readFileSync(`${projectFolder}/${file}`, 'utf8');
      const inPaths = [...source.matchAll(/(?:\/|[?&][\w-]+=)\$\{([^}]+)\}/g)];
      const inQueries = [...source.matchAll(/new URLSearchParams\(\{([^}]+)\}/g)];
      return [...inPaths, ...inQueries].flatMap(([whole, value = '']) =>
        ADDRESS.test(value) ? [`${file}: ${whole}`] : [],
      );
    });
  expect(written).toEqual([]);
});
