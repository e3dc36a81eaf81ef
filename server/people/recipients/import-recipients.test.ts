import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IMPORTED_AT_ONCE, RECIPIENTS_EACH } from '../../../shared/limits.ts';
import { OCCASIONS_IN_ALL } from '../../../shared/occasions.ts';
import type { ImportAnswer, Recipient } from '../../../shared/recipients.ts';
import type { Said } from '../../../shared/words.ts';
import { mostInATurn } from '../../../test/support/most-in-a-turn.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { wordsFor } from '../../core/words.ts';
import { importRecipients } from './import-recipients.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

interface Who {
  uid: string;
  headers: Record<string, string>;
}
const post = (who: Who, url: string, payload: object) =>
  product.app.inject({ method: 'POST', url, headers: who.headers, payload });
const bringIn = (who: Who, ...entries: object[]) => post(who, '/api/recipients/import', { entries });
const read = async <Answer>(who: Who, url: string) =>
  (await product.app.inject({ url, headers: who.headers })).json<Answer>();
const book = (who: Who) => read<Recipient[]>(who, '/api/recipients');
const days = (who: Who) =>
  read<{ recipientId: number; month: number; year: number | null }[]>(who, '/api/occasions');

const ILSE = { name: 'Ilse B.', email: 'ILSE@example.org', birthday: { month: 12, day: 4, year: 1946 } };
const BEA = { name: 'Bea', email: 'bea@example.org', greetingName: 'Bibi', timeZone: 'Europe/Stockholm' };

it('import: adds who is new below the recent recipients, and changes nobody but by a missing birthday', async () => {
  const maren = await signedIn(product);
  await post(maren, '/api/recipients', { name: 'Ilse Brandt', email: 'ilse@example.org' });
  const wrong = [
    { name: 'Tom', email: 'tom@example' },
    { name: 'a\u202eb', email: 'b@example.org' },
    { name: 'Uri', email: 'uri@example.org', birthday: { month: 2, day: 30, year: null } },
  ];
  const first = (
    await bringIn(maren, ILSE, wrong[0] ?? {}, BEA, BEA, ...wrong.slice(1))
  ).json<ImportAnswer>();
  expect(first).toMatchObject({
    added: [{ name: 'Bea', greetingName: 'Bibi', timeZone: 'Europe/Stockholm' }],
    alreadyThere: 2,
    birthdays: [expect.any(Number)],
    birthdaysLeft: 0,
    refused: [
      { index: 1, message: 'Please enter a valid email address' },
      { index: 4, message: 'Please write the name in plain letters on one line' },
      { index: 5, message: 'There is no such day' },
    ],
  });
  expect((await book(maren)).map(({ name }) => name)).toEqual(['Ilse Brandt', 'Bea']);
  expect(await days(maren)).toMatchObject([{ month: 12, day: 4, year: 1946, remindDays: 7 }]);

  const later = { ...ILSE, birthday: { month: 1, day: 1, year: null } };
  const again = (await bringIn(maren, later, BEA)).json<ImportAnswer>();
  expect(again).toMatchObject({ added: [], alreadyThere: 2, birthdays: [] });
  expect(await days(maren)).toMatchObject([{ month: 12, day: 4, year: 1946 }]);
  expect(await book(await signedIn(product))).toEqual([]);
});

it('import: Undo takes back what was added, but for whom a letter was written to', async () => {
  const [maren, other] = [await signedIn(product), await signedIn(product)];
  await post(maren, '/api/recipients', { name: 'Ilse Brandt', email: 'ilse@example.org' });
  const { added, birthdays } = (
    await bringIn(maren, ILSE, BEA, { ...BEA, email: 'runa@example.org' })
  ).json<ImportAnswer>();
  const undo = { recipients: added.map(({ id }) => id), birthdays };
  expect((await post(other, '/api/recipients/import/undo', undo)).json()).toEqual({ removed: [] });
  expect([(await book(maren)).length, (await days(maren)).length]).toEqual([3, 1]);
  await post(maren, '/api/recipients', { name: 'Runa', email: 'runa@example.org' });
  expect((await post(maren, '/api/recipients/import/undo', undo)).json()).toEqual({
    removed: [added[0]?.id],
  });
  expect((await book(maren)).map(({ name }) => name)).toEqual(['Runa', 'Ilse Brandt']);
  expect(await days(maren)).toEqual([]);
});

it('import: a book that has no room for all takes nobody, and says how many fit', async () => {
  const maren = await signedIn(product);
  await product.services.db.execute(sql`
    insert into recipients (owner_uid, name, email)
    select ${maren.uid}, 'Somebody', n || '@example.org' from generate_series(1, ${RECIPIENTS_EACH - 1}::int) n`);
  await product.services.db.execute(sql`
    insert into occasions (owner_uid, recipient_id, kind, month, day)
    select owner_uid, id, 'birthday', 1, 1 from recipients where owner_uid = ${maren.uid} limit ${OCCASIONS_IN_ALL}`);
  const refused = await bringIn(maren, ILSE, BEA);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Your address book holds 5,000 people, and only 1 more fit. Please remove somebody you no longer write to.',
  ]);
  expect((await book(maren)).length).toBe(RECIPIENTS_EACH - 1);
  expect((await bringIn(maren, ILSE)).json()).toMatchObject({
    added: [{ name: 'Ilse B.' }],
    birthdaysLeft: 1,
  });
});

it('import: takes a call of the longest people, keeps little for its repetition, and takes none of more', async () => {
  const maren = await signedIn(product);
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      name: '漢'.repeat(200),
      email: `${'a'.repeat(60)}${n}@${'example.'.repeat(20)}org`.slice(-254),
      greetingName: '字'.repeat(200),
    }));
  const keyed = { ...maren, headers: { ...maren.headers, 'idempotency-key': 'the file of the longest' } };
  const taken = await bringIn(keyed, ...many(IMPORTED_AT_ONCE));
  expect([taken.statusCode, taken.json<ImportAnswer>().added.length]).toEqual([200, IMPORTED_AT_ONCE]);
  expect((await bringIn(keyed, ...many(IMPORTED_AT_ONCE))).json()).toEqual(taken.json());
  // Kept for three days, of as many calls as somebody makes.
  const { rows } = await product.services.db.execute<{ bytes: number }>(sql`
    select octet_length(answer::text) as bytes from idempotency_keys where uid = ${maren.uid}`);
  expect(rows[0]?.bytes).toBeLessThan(10_000);
  expect((await bringIn(maren, ...many(IMPORTED_AT_ONCE + 1))).statusCode).toBe(400);
});

it('import: others have turns between the people of a long one, whose time zones are slow to check', async () => {
  const words = wordsFor('en');
  const entries = Array.from({ length: IMPORTED_AT_ONCE }, () => ({ ...BEA, timeZone: 'Europe/Nowhere' }));
  const { result, most } = await mostInATurn((count) => {
    const say = (sentence: Said) => {
      count();
      return words.say(sentence);
    };
    return product.services.db.transaction((tx) =>
      importRecipients(tx, 'maren', { entries }, { ...words, say }),
    );
  });
  expect(result.refused.length).toBe(IMPORTED_AT_ONCE);
  expect(most).toBeLessThanOrEqual(IMPORTED_AT_ONCE / 5);
});

it('export: gives the address book as vCard 3.0 and as CSV without formulas, each to its owner', async () => {
  const maren = await signedIn(product);
  const name = '=HYPERLINK("http://evil.example","Ilse, Brandt; \\")';
  await bringIn(
    maren,
    { ...ILSE, name, birthday: { month: 2, day: 29, year: null } },
    { ...BEA, name: `Bea ${'🌻'.repeat(30)}` },
  );
  const file = async (format: string) =>
    product.app.inject({ url: `/api/recipients/export?format=${format}`, headers: maren.headers });
  const vcf = await file('vcf');
  expect(vcf.headers).toMatchObject({
    'content-type': 'text/vcard; charset=utf-8',
    'content-disposition': 'attachment; filename="address-book.vcf"',
    'cache-control': 'no-store',
  });
  const lines = vcf.body.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(vcf.body).not.toContain('\ufffd');
  expect(vcf.body.replaceAll('\r\n ', '')).toContain(
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:=HYPERLINK("http://evil.example"\\,"Ilse\\, Brandt\\; \\\\")',
      'N:;=HYPERLINK("http://evil.example"\\,"Ilse\\, Brandt\\; \\\\");;;',
      'EMAIL;TYPE=INTERNET:ILSE@example.org',
      'BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29',
      'END:VCARD\r\n',
    ].join('\r\n'),
  );
  const csv = await file('csv');
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.body.split('\r\n').slice(0, 2)).toEqual([
    '\ufeff"Name","Nickname","E-mail Address","Birthday","Time Zone","Language"',
    `"'=HYPERLINK(""http://evil.example"",""Ilse, Brandt; \\"")","","ILSE@example.org","29.2.","",""`,
  ]);
  expect((await file('xls')).statusCode).toBe(400);
});
