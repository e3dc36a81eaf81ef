import { expect, test } from 'vitest';
import { z } from 'zod';
import { whenUsed } from './when-used.ts';

test('an object is made at its first use, and once', () => {
  let made = 0;
  const text = whenUsed(() => {
    made++;
    return z.string();
  });
  const texts = z.array(text);
  expect(made).toBe(0);
  expect(texts.parse(['a', 'b'])).toEqual(['a', 'b']);
  expect(texts.safeParse([1]).error?.issues).toMatchObject([{ path: [0], expected: 'string' }]);
  expect(made).toBe(1);
});

test('an object is not made by a promise that resolves to it', async () => {
  let made = 0;
  const text = whenUsed(() => {
    made++;
    return z.string();
  });
  expect(await Promise.resolve(text)).toBe(text);
  expect(made).toBe(0);
});

test('a schema made at its first use can stand wherever one can', () => {
  const sheet = whenUsed(() => z.object({ kind: z.literal('sheet'), pages: z.int().positive() }));
  const card = whenUsed(() => z.object({ kind: z.literal('card') }));
  const letter = whenUsed(() => sheet.extend({ note: z.string().default('') }));
  const either = whenUsed(() => z.discriminatedUnion('kind', [sheet, card]));
  expect(letter.parse({ kind: 'sheet', pages: 2 })).toEqual({ kind: 'sheet', pages: 2, note: '' });
  expect(either.parse({ kind: 'card' })).toEqual({ kind: 'card' });
  expect(either.safeParse({ kind: 'sheet', pages: 0 }).success).toBe(false);
  expect(
    z.object({ card: card.nullable(), rest: sheet.pick({ pages: true }).optional() }).parse({ card: null }),
  ).toEqual({
    card: null,
  });
  expect(sheet).toBeInstanceOf(z.ZodObject);
});
