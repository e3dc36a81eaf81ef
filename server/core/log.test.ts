import { spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forbidConnections } from '../../test/support/database-away.ts';
import { letterPayload, userWithCredits } from '../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { buildApp } from '../app.ts';
import { users } from '../people/users/schema.ts';
import { openLog } from './log.ts';
import { projectFolder } from './project-folder.ts';

let product: TestProduct;
let lines: string[];
const log = openLog('trace', (line) => lines.push(line));
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

describe('log', () => {
  it.each([
    ['a mailbox', { response: '550 <Ilse.Brandt+x@example.org> unknown' }, /Ilse|example/],
    ['an address with umlauts', { to: 'jürgen@bücher.example' }, /rgen|cher/],
    ['a password in a URL', { url: 'postgres://app:hunter2@db.example.org/letters' }, /hunter2/],
    ['a letter’s page', { url: '/l/AbCdEfGhIjKlMnOpQrStUv/photo/1' }, /AbCdEf/],
    ['the page of all letters', { url: `/l/all/${'Ab-_'.repeat(15)}/letters.zip` }, /Ab-_/],
    ['a calendar', { url: '/calendar/abcdefghjkmnpqrstvwxyz0123.ics' }, /abcdef/],
    ['the end of reminders', { url: '/reminders/abcdefghjkmnpqrstvwxyz0123/undo' }, /abcdef/],
    ['a one-time code', { url: '/auth?oobCode=VERYsecret123&mode=x' }, /VERYsecret/],
    ['a bearer', { authorization: 'Bearer abcdefgh12345678' }, /abcdefgh/],
    ['a key of Stripe', { message: 'Invalid API Key: sk_live_abc123' }, /abc123/],
  ])('masks %s', (_, fields, secret) => {
    lines = [];
    log.info(fields, 'something happened');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('something happened');
    expect(lines[0]).not.toMatch(secret);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30 });
  });

  it('masks an address directly after another, and a password without a user name', () => {
    lines = [];
    log.info({ list: 'a@b.example_ilse@c.example;maren@d.example', url: 'redis://:hunter2@cache' }, 'sent');
    expect(lines[0]).not.toMatch(/ilse|maren|example|hunter2/);
  });

  it.each([
    ['dots', 'a.'],
    ['one word', 'a'],
    ['a Diagnostic-Code', 'smtp;550-5.1.1-user.unknown-'],
    ['addresses', 'a@b.example_'],
    ['logins', '://a:'],
    ['tokens', '/l/token=Bearer '],
    ['parameters', '\nparams: '],
    ['control characters', '\0'],
  ])('masks 1 MB of %s without delay, in a field, a message and an error', (_, piece) => {
    const long = piece.repeat(1_000_000 / piece.length);
    lines = [];
    log.info({ diagnostic: long, nested: { list: [long, long] } }, 'a field');
    log.info(long);
    log.error({ err: new Error(long, { cause: new Error(long) }) }, 'an error');
    // It took minutes when the masks were quadratic, longer than a test may.
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(20_000);
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([30, 30, 50]);
    expect(lines[0]).toContain('a field');
    expect(lines[2]).toContain('log.test.ts');
  });

  it('leaves no part of an address or token where it cuts a text', () => {
    for (const secret of [
      'ilse.brandt@example.org',
      'https://x.example/l/AbCdEfGhIjKlMnOpQrSt',
      'key=AbCdEfGhIj',
    ]) {
      for (const between of [' ', ',', '<']) {
        for (let before = 985; before <= 1_024; before += 1) {
          lines = [];
          const text = `${'-'.repeat(600)} ${'+'.repeat(before - 601)}${between}${secret} ${'b '.repeat(20_000)}`;
          log.info({ text }, 'refused');
          expect(lines[0]).toContain('[cut]');
          expect(lines[0]).not.toMatch(/ilse|AbCd/);
        }
      }
    }
  });

  it('cuts one long text and keeps the other fields', () => {
    lines = [];
    log.warn({ letter: 7, response: 'no '.repeat(30_000), list: Array(5_000).fill('x') }, 'refused');
    const line = JSON.parse(lines[0] ?? '');
    expect(line).toMatchObject({ level: 40, letter: 7, msg: 'refused' });
    expect(line.response.length).toBeLessThan(1_100);
    expect(line.list).toHaveLength(50);
  });

  it('names the failed query and the reason, not its parameters', async () => {
    lines = [];
    const { db } = product.services;
    const failing = db.insert(users).values({ accountUid: 'x', email: 'Plum Letter Text', credits: -5 });
    await failing.catch((err: unknown) => log.error({ err }, 'unexpected error'));
    const text = lines.join('');
    expect(text).toContain('insert into');
    expect(text).toContain('users_credits_not_negative');
    expect(text).toContain('log.test.ts');
    expect(text).not.toContain('Plum Letter Text');
  });

  it('keeps no text of a message: neither what a parser quotes, nor further lines, nor lines like code locations', () => {
    lines = [];
    for (const parse of [() => JSON.parse('"Dear Plumstone'), () => JSON.parse('Dear Plumstone')])
      try {
        parse();
      } catch (err) {
        log.error({ err }, 'not JSON');
      }
    const message = 'refused\n    at Plumstone (/plum/stone.ts:1:1)\nDear Plumstone';
    log.error({ err: new Error(message, { cause: new Error(message) }) }, 'refused');
    expect(lines.join('')).not.toMatch(/plum/i);
    expect(lines.map((line) => JSON.parse(line).err.stack)).toEqual([
      expect.stringContaining('log.test.ts'),
      expect.stringContaining('log.test.ts'),
      expect.stringContaining('log.test.ts'),
    ]);
  });

  it('logs an error that is its own cause', () => {
    lines = [];
    const error = new Error('circular');
    error.cause = error;
    log.error({ err: error }, 'failed');
    expect(lines[0]).toContain('circular');
  });

  it('contains no personal data during a whole visit, at any level, and while the database is away', async () => {
    lines = [];
    const services = { ...product.services, log };
    const app = await buildApp(
      { ...services, config: { ...services.config, LOG_LEVEL: 'trace' } },
      { receiverPort: null },
    );
    const visit = { ...product, app, services };
    const person = await userWithCredits(visit, {
      email: 'maren.plumstone@example.org',
      displayName: 'Maren Plumstone',
    });
    const write = () =>
      app.inject({
        method: 'POST',
        url: '/api/letters',
        headers: person.headers,
        payload: letterPayload([`/uploads/${crypto.randomUUID()}.jpg`], {
          emailMessage: 'The plumstone sprouts.',
        }),
      });
    expect((await write()).statusCode).toBe(404);
    await services.db.execute(sql`select 1`);
    const allow = await forbidConnections(services.config.DATABASE_URL ?? '');
    expect((await write()).statusCode).toBeGreaterThanOrEqual(500);
    await allow();
    await app.close();
    const text = lines.join('');
    expect(lines.length).toBeGreaterThan(5);
    expect(text).not.toMatch(/plumstone|brandt|sprout/i);
    expect(text).not.toContain(person.cookie.split('=')[1] ?? 'none');
    expect(text).not.toContain(person.idToken);
  });
});

it('log: an outage of the database is logged once and counted, also where the clock is set back, other errors as they come', () => {
  vi.useFakeTimers();
  try {
    const lines: { msg: string; failures?: number }[] = [];
    const log = openLog('info', (line) => lines.push(JSON.parse(line)));
    const refused = Object.assign(new Error('connect ECONNREFUSED'), {
      syscall: 'connect',
      code: 'ECONNREFUSED',
    });
    for (let n = 0; n < 100; n++) log.child({ reqId: n }).error({ err: refused }, 'unexpected error');
    log.error({ err: new Error('another') }, 'unexpected error');
    expect(lines).toHaveLength(2);
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(20_000);
    expect(lines.at(-1)).toMatchObject({ msg: 'the database failed no more', failures: 100 });
    log.error({ err: refused }, 'unexpected error');
    expect(lines).toHaveLength(4);
  } finally {
    vi.useRealTimers();
  }
});

it('goes on when its disk is full, and writes what is said once there is room', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-log-'));
  const program = `
    import { openSync, closeSync } from 'node:fs';
    import { openLog } from '${path.join(projectFolder, 'server/core/log.ts')}';
    const log = openLog('info');
    for (let n = 0; n < 3_000; n++) log.info({ text: 'x'.repeat(1_000) }, 'nobody can read this');
    closeSync(1);
    openSync(process.argv[1], 'w');
    log.info('there is room');
    log.info('there is room again');`;
  const full = await open('/dev/full', 'w');
  const file = path.join(folder, 'log');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
    stdio: ['ignore', full.fd, 'pipe'],
  });
  const said = child.stderr ? await text(child.stderr) : 'no output';
  await full.close();
  expect(said).toBe('');
  const written = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });
  expect(written).toContain('there is room again');
  expect(written.length).toBeLessThan(2_000_000);
});
