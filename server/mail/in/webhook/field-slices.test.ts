import multipart from '@fastify/multipart';
import fc from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import {
  type FieldSlice,
  multipartFields,
  SLICE_BYTES,
  slicesOf,
  urlEncodedFields,
  wholeMessage,
} from './field-slices.ts';
import { jsonFields } from './json-fields.ts';

const MEGABYTE = 1_000_000;

/** A body as it may come over a connection, cut at any place. */
async function* cut(body: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  for (let at = 0, n = 0; at < body.length; n++) {
    const end = at + (sizes[n % sizes.length] ?? 1);
    yield body.subarray(at, end);
    at = end;
  }
}

async function collected(fields: AsyncIterable<FieldSlice>): Promise<[name: string, value: Buffer][]> {
  const found = new Map<number, [string, Buffer]>();
  for await (const { field, name, content } of fields)
    found.set(field, [name, Buffer.concat([found.get(field)?.[1] ?? Buffer.alloc(0), content])]);
  return [...found.values()];
}

/** Most bytes that were decoded in one turn of the event loop, all in all, and turns. */
async function decodedOf(fields: AsyncIterable<FieldSlice>) {
  let [turn, bytes] = [0, 0];
  const perTurn = new Map<number, number>();
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  for await (const { content } of fields) {
    bytes += content.length;
    perTurn.set(turn, (perTurn.get(turn) ?? 0) + content.length);
  }
  clearImmediate(next);
  return { most: Math.max(...perTurn.values()), bytes, turns: perTurn.size };
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe('urlEncodedFields', () => {
  test('decodes every byte, wherever the body is cut', async () => {
    const escaped = (bytes: Uint8Array) =>
      [...bytes].map((byte) =>
        byte % 3 === 0 || byte > 126 || /[&=%+\W]/.test(String.fromCharCode(byte))
          ? `%${byte.toString(16).padStart(2, '0')}`
          : String.fromCharCode(byte),
      );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), fc.uint8Array(), sizes, async (one, two, cuts) => {
        const body = Buffer.from(`a=${escaped(one).join('')}&Body-Mime=${escaped(two).join('')}`);
        const fields = await collected(urlEncodedFields(slicesOf(cut(body, cuts))));
        expect(fields).toEqual([
          ['a', Buffer.from(one)],
          ['body-mime', Buffer.from(two)],
        ]);
      }),
    );
  });

  test.each([
    ['a+b=c+d', [['a b', 'c d']]],
    [
      'a=%&b=%2&c=%zz%41&d=%%41',
      [
        ['a', '%'],
        ['b', '%2'],
        ['c', '%zzA'],
        ['d', '%A'],
      ],
    ],
    [
      'a&b=&c',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    ['a=1%', [['a', '1%']]],
    ['', []],
  ])('%j is %j', async (body, expected) => {
    for (const size of [1, 2, 100]) {
      const fields = await collected(urlEncodedFields(slicesOf(cut(Buffer.from(body), [size]))));
      expect(fields.map(([name, value]) => [name, value.toString()])).toEqual(expected);
    }
  });

  test('refuses 30 MB of separators, and of a name', async () => {
    for (const byte of ['&', 'a']) {
      const body = cut(Buffer.alloc(30 * MEGABYTE, byte), [30 * MEGABYTE]);
      await expect(collected(urlEncodedFields(slicesOf(body)))).rejects.toMatchObject({ status: 400 });
    }
  });
});

describe('jsonFields', () => {
  const read = async (json: string, cuts: number[]) =>
    (await collected(jsonFields(slicesOf(cut(Buffer.from(json), cuts))))).map(([name, value]) => [
      name,
      value.toString(),
    ]);

  test('reads the strings of an object as JSON.parse does, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('a', 'b"', '\\'), fc.jsonValue()),
        fc.string({ unit: 'binary' }),
        sizes,
        fc.boolean(),
        async (others, value, cuts, escapes) => {
          const json = JSON.stringify({ ...others, x: { RawEmail: 'not this' }, RawEmail: value });
          const units = (text: string) =>
            text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
          const wanted = Object.entries({ ...others, RawEmail: value })
            .filter((entry) => typeof entry[1] === 'string')
            .map(([name, text]) => [name.toLowerCase(), String(text).toWellFormed()]);
          expect(await read(escapes ? units(json) : json, cuts)).toEqual(wanted);
        },
      ),
    );
  });

  test.each(['{', '{"RawEmail":"x', '{"RawEmail":"x"', '{"a":"\\q"}', '{"a":"\\u00zz"}', '{"a":[1}'])(
    'refuses %s',
    async (json) => {
      await expect(read(json, [3])).rejects.toMatchObject({ status: 400 });
    },
  );
});

/** What is slow to decode in each shape, in one piece. */
const WORST: [shape: string, bytes: number, () => AsyncIterable<FieldSlice>][] = (() => {
  const body = (text: string) => slicesOf(cut(Buffer.from(text), [Number.POSITIVE_INFINITY]));
  return [
    ['the message', 30 * MEGABYTE, () => wholeMessage(body('x'.repeat(30 * MEGABYTE)))],
    ['a form', 10 * MEGABYTE, () => urlEncodedFields(body(`a=${'%e4'.repeat(10 * MEGABYTE)}`))],
    ['JSON', 10 * MEGABYTE, () => jsonFields(body(`{"a":"${'\\u00e4'.repeat(5 * MEGABYTE)}"}`))],
  ];
})();

test.each(WORST)(
  '30 MB of %s are decoded in slices, each in a turn of its own',
  async (_shape, bytes, fields) => {
    const decoded = await decodedOf(fields());
    expect(decoded.bytes).toBe(bytes);
    expect(decoded.most).toBeLessThanOrEqual(SLICE_BYTES);
    expect(decoded.turns).toBeGreaterThanOrEqual(bytes / SLICE_BYTES);
  },
);

test('a multipart form is streamed, whether its message is a field or a file', async () => {
  const app = Fastify();
  await app.register(multipart, { throwFileSizeLimit: false });
  const found: Awaited<ReturnType<typeof decodedOf>>[] = [];
  app.post('/', async (request) => {
    found.push(await decodedOf(multipartFields(request)));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const message of ['\r\n-'.repeat(MEGABYTE), new Blob(['\r\n-'.repeat(MEGABYTE)])]) {
    const form = new FormData();
    form.set('email', message);
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
  }
  expect(found.map(({ bytes }) => bytes)).toEqual([3 * MEGABYTE, 3 * MEGABYTE]);
  for (const { most } of found) expect(most).toBeLessThanOrEqual(4 * SLICE_BYTES);
  await app.close();
});
