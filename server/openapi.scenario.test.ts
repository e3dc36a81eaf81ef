import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiError } from '../shared/errors.ts';
import { AUTHORISATION } from '../test/authorisation/authorisation-table.ts';
import { samplePhoto } from '../test/photos/sample-photos.ts';
import { programOf } from '../test/support/access-token.ts';
import { letterPayload, type Signed, userWithCredits } from '../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../test/support/test-product.ts';
import { projectFolder } from './core/project-folder.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: [{ accessToken: string[] }];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}

let product: TestProduct;
let maren: Signed;
let site: string;
let auth: { authorization: string };
let operations: (Operation & { method: string; path: string })[];
const doc = await readFile(path.join(projectFolder, 'docs', 'api.md'), 'utf8');

beforeAll(async () => {
  product = await startTestProduct({ listen: true, worker: true });
  maren = await userWithCredits(product, { verified: true });
  auth = await programOf(product, maren);
  const address = product.app.server.address();
  site = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { openapi, paths } = await (await fetch(`${site}/api/openapi.json`)).json();
  expect(openapi).toBe('3.1.1');
  operations = Object.entries<Record<string, Operation>>(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path: url })),
  );
});
afterAll(() => product.close());

const documented = () => operations.filter(({ security }) => security !== undefined);
const found = (id: string) => {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (!operation) throw new Error(`${id} is not documented.`);
  return operation;
};
const schemaIn = (content: Record<string, { schema: object }> | undefined, type: string) =>
  z.fromJSONSchema((content?.[type]?.schema ?? false) as z.core.JSONSchema.JSONSchema);

/** Sends what the document allows, and holds the answer against it. */
async function call(
  id: string,
  given: { params?: Record<string, string | number>; body?: object | FormData } = {},
) {
  const { method, path: template, requestBody, responses } = found(id);
  const url = site + template.replace(/\{(\w+)\}/g, (_, name) => String(given.params?.[name]));
  const isForm = given.body instanceof FormData;
  if (given.body && !isForm) schemaIn(requestBody?.content, 'application/json').parse(given.body);
  const answer = await fetch(url, {
    method: method.toUpperCase(),
    headers: { ...auth, ...(given.body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(given.body ? { body: given.body instanceof FormData ? given.body : JSON.stringify(given.body) } : {}),
  });
  expect(answer.status, `${id} ${answer.status}`).toBe(200);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  expect(Object.keys(responses['200']?.content ?? {})).toContain(type);
  if (type !== 'application/json') return answer.arrayBuffer();
  return schemaIn(responses['200']?.content, type).parse(await answer.json());
}

describe('openapi', () => {
  it('describes the operations of the authorisation table that tokens may call, each whole', () => {
    const allowed = Object.entries(AUTHORISATION).flatMap(([key, { token }]) =>
      token ? [`${key} ${token}`] : [],
    );
    const described = documented().map(
      ({ method, path: url, security }) =>
        `${method.toUpperCase()} ${url.replace(/\{(\w+)\}/g, ':$1')} ${security?.[0].accessToken}`,
    );
    expect(described.sort()).toEqual(allowed.sort());
    expect(new Set(documented().map(({ operationId }) => operationId)).size).toBe(allowed.length);
    for (const { summary, tags, responses, method, requestBody, operationId } of documented()) {
      expect([summary, tags]).toEqual([expect.any(String), [expect.stringMatching(/^\w+$/)]]);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '429']));
      expect([operationId, requestBody !== undefined]).toEqual([operationId, method === 'post']);
      // A used Idempotency-Key.
      if (method === 'post') expect([operationId, ...Object.keys(responses)]).toContain('409');
    }
    const upload = found('uploadPhotos').requestBody?.content['multipart/form-data'];
    expect(upload).toMatchObject({ schema: { properties: { photos: { items: { format: 'binary' } } } } });
  });

  it('answers each as it says', async () => {
    const form = new FormData();
    form.append('photos', new Blob([new Uint8Array(await samplePhoto('plum-page-1.jpg'))]), 'page.jpg');
    const { files } = (await call('uploadPhotos', { body: form })) as {
      files: { url: string; filename: string }[];
    };
    const [photo = { url: '', filename: '' }] = files;
    const photoBytes = await call('getPhoto', { params: { filename: photo.filename } });
    expect(photoBytes).toBeInstanceOf(ArrayBuffer);
    await call('addPerson', { body: { name: 'Ilse', email: 'ilse@example.org' } });
    expect(await call('listPeople')).toHaveLength(1);
    const letter = (await call('writeLetter', { body: letterPayload([photo.url]) })) as {
      id: number;
      conversationId: string;
    };
    await call('sendLetter', { params: letter, body: {} });
    await call('getLetter', { params: letter });
    expect(await call('listLetters')).toHaveLength(1);
    await call('answer', { params: letter, body: { body: 'One more thing.' } });
    await call('getConversation', { params: letter });
    expect(await call('listConversations')).toHaveLength(1);
  });

  it('words its refusals as it says', async () => {
    const refused = schemaIn(found('sendLetter').responses['401']?.content, 'application/json');
    const ask = (url: string, init: RequestInit) => fetch(site + url, init);
    const scopeless = await programOf(product, maren, ['read']);
    const answers = [
      await ask('/api/letters', { headers: { authorization: `Bearer slow_${'A'.repeat(43)}` } }),
      await ask('/api/letters/1/send', { method: 'POST', headers: scopeless }),
      await ask('/api/letters/999999', { headers: auth }),
      await ask('/api/letters', { method: 'POST', headers: auth }),
      await ask('/api/upload', { method: 'POST', headers: auth }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 400, 415]);
    for (const answer of answers) {
      const body = await answer.json();
      expect(refused.safeParse(body).success && apiError.safeParse(body).success, JSON.stringify(body)).toBe(
        true,
      );
    }
  });
});

const sent = async () => {
  const letters = await (await fetch(`${site}/api/letters`, { headers: auth })).json();
  return letters.map(({ recipientEmail, status }: Record<string, string>) => `${recipientEmail} ${status}`);
};

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

describe('docs/api.md', () => {
  it.skipIf(!hasCurl)('five lines of curl send a letter as they stand', async () => {
    const [, lines = ''] = /```sh\n([\s\S]*?)```/.exec(doc) ?? [];
    expect(lines.trim().split('\n')).toHaveLength(5);
    const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-curl-'));
    try {
      await writeFile(path.join(folder, 'letter.jpg'), await samplePhoto('plum-page-1.jpg'));
      // The address and the token are the reader's own.
      const mine = lines
        .replace('https://letters.example', site)
        .replace('Authorization: Bearer slow_…', `Authorization: ${auth.authorization}`);
      const { stdout } = await run('sh', ['-euc', mine], { cwd: folder });
      expect(JSON.parse(stdout)).toMatchObject({ recipientEmail: 'ilse@example.org', status: 'queued' });
      expect(await sent()).toContainEqual(expect.stringMatching(/^ilse@example\.org (queued|sending|sent)/));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('the requests of the Shortcut send a photographed letter', async () => {
    const urls = [
      ...doc.matchAll(/URL\* `https:\/\/letters\.example([^`]+)`(?:\*Dictionary Value\*`([^`]+)`)?/g),
    ];
    const fields = [...(/the texts ([\s\S]*?) and the array `(\w+)`/.exec(doc) ?? [])];
    const texts = [...(fields[1]?.matchAll(/`(\w+)`/g) ?? [])].map(([, name]) => name ?? '');
    expect(texts).toEqual(['recipientName', 'recipientEmail', 'emailMessage', 'template', 'vintage']);
    // As iOS sends them: a form's file by its name on the phone, an empty JSON body as an object.
    const post = async (step: number, value: string, body: FormData | object) => {
      const [, before = '', after = ''] = urls[step] ?? [];
      const isForm = body instanceof FormData;
      const answer = await fetch(site + before + value + after, {
        method: 'POST',
        headers: {
          ...auth,
          'user-agent': 'BackgroundShortcutRunner/2607.1.3 CFNetwork/1568 Darwin/24.0.0',
          ...(isForm ? {} : { 'content-type': 'application/json' }),
        },
        body: isForm ? body : JSON.stringify(body),
      });
      expect(answer.status, await answer.clone().text()).toBe(200);
      return answer.json();
    };
    const heic = await readFile(path.join(projectFolder, 'test', 'photos', 'files', 'quarters.heic'));
    const form = new FormData();
    form.append('photos', new Blob([new Uint8Array(heic)], { type: 'image/heic' }), 'IMG_0001.HEIC');
    const upload = await post(0, '', form);
    const [recipientName, recipientEmail, emailMessage, template] = texts as [string, string, string, string];
    const letter = await post(1, '', {
      [recipientName]: 'Runa',
      [recipientEmail]: 'runa@example.org',
      [emailMessage]: '',
      [template]: texts[4],
      [fields[2] ?? '']: [upload.files[0].url],
    });
    await post(2, String(letter.id), {});
    expect(await sent()).toContainEqual(expect.stringMatching(/^runa@example\.org (queued|sending|sent)/));
  });
});
