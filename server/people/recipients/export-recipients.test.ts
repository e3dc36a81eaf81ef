import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECIPIENTS_EACH } from '../../../shared/limits.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { unzip } from '../../../test/support/unzip.ts';
import { count, limit } from '../../core/rate-limit.ts';
import { EXPORTED_AT_ONCE } from '../identity/personal-data.ts';
import { addressFile } from './export-recipients.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const fill = (ownerUid: string, people: number) =>
  product.services.db.execute(sql`
    insert into recipients (owner_uid, name, greeting_name, email)
    select ${ownerUid}, repeat('字', 190) || n, repeat('字', 200), 'a' || n || '@' || repeat('example.', 20) || 'org'
    from generate_series(1, ${people}) n`);

const take = (who: { headers: Record<string, string> }, format: string, method: 'GET' | 'HEAD' = 'GET') =>
  product.app.inject({ method, url: `/api/recipients/export?format=${format}`, headers: who.headers });

it('export: a full address book of long names is written in parts, and others have a turn between them', async () => {
  const maren = await signedIn(product);
  await fill(maren.uid, RECIPIENTS_EACH);
  for (const [format, mark] of [
    ['vcf', /^BEGIN:VCARD/gm],
    ['csv', /@example/g],
  ] as const) {
    let turns = 0;
    let isDone = false;
    const countTurns = () => {
      turns++;
      if (!isDone) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const parts: { people: number; bytes: number; turns: number }[] = [];
    let written = '';
    for await (const part of addressFile(product.services.db, maren.uid, 'en', format)) {
      parts.push({ people: part.match(mark)?.length ?? 0, bytes: Buffer.byteLength(part), turns });
      turns = 0;
      written += part;
    }
    isDone = true;
    expect(parts.reduce((sum, { people }) => sum + people, 0)).toBe(RECIPIENTS_EACH);
    expect(Math.max(...parts.map(({ people }) => people))).toBe(EXPORTED_AT_ONCE);
    expect(Math.max(...parts.map(({ bytes }) => bytes))).toBeLessThan(1_000_000);
    expect(Math.min(...parts.slice(1).map(({ turns }) => turns))).toBeGreaterThan(0);
    const answer = await take(maren, format);
    expect(answer.body).toBe(written);
    // Its length is not known before the last part is written.
    expect(answer.headers['content-length']).toBeUndefined();
  }
});

it('export: an address book is in the export of the account by name, each person once', async () => {
  const maren = await signedIn(product);
  const people = 2 * EXPORTED_AT_ONCE + 1;
  await fill(maren.uid, people);
  const { rawPayload } = await product.app.inject({ url: '/api/account/export', headers: maren.headers });
  const files = new Map(
    [...unzip(rawPayload)].map(([name, bytes]) => [name.split('/')[1], bytes.toString()]),
  );
  const saved = JSON.parse(files.get('recipients.json') ?? '') as { name: string; email: string }[];
  expect(new Set(saved.map(({ email }) => email)).size).toBe(people);
  expect(files.get('address-book.vcf')?.match(/^BEGIN:VCARD/gm)?.length).toBe(people);
  const order = (text = '') => text.match(/(?<=字{190})\d+/g);
  expect(order(files.get('address-book.csv'))).toEqual(saved.map(({ name }) => name.slice(190)));
  expect(order(files.get('index.html'))).toEqual(saved.map(({ name }) => name.slice(190)));
});

it('export: twenty files of an address book an hour, then a sentence; nobody else is held up', async () => {
  const [maren, other] = [await signedIn(product), await signedIn(product)];
  await count(product.services.db, limit('address-file', maren.uid), 19);
  expect((await take(maren, 'csv')).statusCode).toBe(200);
  const refused = await take(maren, 'vcf');
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect(refused.json()).toMatchObject({
    message: 'Your address book was saved very often within one hour. Please try again in a while.',
  });
  expect((await take(other, 'vcf')).statusCode).toBe(200);
  expect((await take(other, 'vcf', 'HEAD')).statusCode).toBe(404);
});
