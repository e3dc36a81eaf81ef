import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import { beforeEach, expect, it } from 'vitest';
import { EXPORT_PATH } from '../../../shared/account-data.ts';
import type { Correspondent } from '../../../shared/conversations.ts';
import { type CorrespondenceLetter, correspondenceUrl } from '../../../shared/correspondences.ts';
import type { Letter } from '../../../shared/letters.ts';
import type { Recipient } from '../../../shared/recipients.ts';
import { TEMPLATE_IDS } from '../../../shared/templates.ts';
import { localTimeOf } from '../../../shared/zoned-time.ts';
import { letterPayload, storedPhoto, userWithCredits } from '../../../test/support/factories.ts';
import {
  type LetterWriter,
  letterRow,
  mailedPath,
  newLetterWriter,
} from '../../../test/support/letter-writer.ts';
import { testMailing } from '../../../test/support/test-mailing.ts';
import { unzip } from '../../../test/support/unzip.ts';
import { writeEntry } from '../../money/credits/ledger.ts';
import { letters } from '../schema.ts';
import { releaseScheduled } from '../wait/release-letters.ts';
import { deliverLetter } from './deliver-letter.ts';

const mailing = testMailing();
let maren: LetterWriter;
let saved: Recipient;
beforeEach(async () => {
  maren = await newLetterWriter(mailing.product);
  await mailing.product.services.db.transaction((tx) =>
    writeEntry(tx, { userId: maren.person.userId, delta: 20, kind: 'grant', reference: randomUUID() }),
  );
  saved = await inBook(`emil-${randomUUID().slice(0, 8)}@example.org`, 'Grandpa');
});

async function inBook(email: string, greetingName: string): Promise<Recipient> {
  const body = { name: 'Emil Adeyemi', email, greetingName };
  return (await maren.call('POST', '/api/recipients', body)).json<Recipient>();
}
const toSaved = (more: object = {}) =>
  maren.queued({ recipientName: saved.name, recipientEmail: saved.email, ...more });

/** What reaches the mail server. */
async function delivered(id: number) {
  await deliverLetter(mailing.product.services, id);
  const raw = mailing.sink.messages.at(-1)?.raw ?? '';
  const { html, text, to } = await simpleParser(Buffer.from(raw, 'latin1'), { skipImageLinks: true });
  return { html: String(html), text: text ?? '', to: [to].flat()[0]?.text };
}
const page = async (id: number) =>
  (await mailing.product.app.inject({ url: await mailedPath(mailing.product, id) })).body;
const call = (name: string) =>
  maren.call('PUT', `/api/recipients/${saved.id}`, {
    name: saved.name,
    email: saved.email,
    greetingName: name,
  });

it.each(TEMPLATE_IDS)(
  'calling name: stands in the place of {{recipientName}} in mail, text part and page on %s',
  async (template) => {
    const letter = await toSaved({ template, envelope: true });
    expect(letter).toMatchObject({ recipientName: 'Emil Adeyemi', greetingName: 'Grandpa' });
    const mail = await delivered(letter.id);
    for (const shown of [mail.html, mail.text, await page(letter.id)]) {
      expect(shown).toContain('Dear Grandpa,');
      expect(shown).not.toContain('Dear Emil');
    }
    expect(mail.to).toContain('Emil Adeyemi');
    expect(mail.html, 'the envelope').toContain('Emil Adeyemi');
  },
);

it('calling name: is that of the writer’s own address book, unless the letter says another or none', async () => {
  const other = await userWithCredits(mailing.product, { verified: true });
  const theirs = await inBook(`only-${randomUUID()}@example.org`, 'Grandpa');
  const photo = await storedPhoto(mailing.product, other.uid);
  const created = await mailing.product.app.inject({
    method: 'POST',
    url: '/api/letters',
    headers: other.headers,
    payload: letterPayload([photo], { recipientEmail: theirs.email }),
  });
  expect(created.json<Letter>().greetingName).toBe('');
  const mail = async (more: object) => (await delivered((await toSaved(more)).id)).text;
  expect(await mail({ recipientEmail: saved.email.toUpperCase() })).toContain('Dear Grandpa,');
  expect(await mail({ greetingName: 'Opa' })).toContain('Dear Opa,');
  expect(await mail({ greetingName: '' })).toContain('Dear Emil Adeyemi,');
});

it('calling name: each of several people is called by their own', async () => {
  const aunt = await inBook(`anna-${randomUUID()}@example.org`, 'Aunt Anna');
  const photo = await storedPhoto(mailing.product, maren.person.uid);
  const { recipientName: _, recipientEmail: __, ...content } = letterPayload([photo]);
  const batch = await maren.call('POST', '/api/letter-batches', {
    ...content,
    recipients: [
      { name: saved.name, email: saved.email },
      { name: aunt.name, email: aunt.email, greetingName: 'Auntie' },
      { name: 'Tom Lind', email: `tom-${randomUUID()}@example.org` },
    ],
  });
  const greetings = [];
  for (const { id } of batch.json<{ letters: Letter[] }>().letters)
    greetings.push(/Dear .*,/.exec((await delivered(id)).text)?.[0]);
  expect(greetings).toEqual(['Dear Grandpa,', 'Dear Auntie,', 'Dear Tom Lind,']);
});

it('calling name: is the one of the moment of sending, also where the letter waits or is sent again', async () => {
  const zone = 'Europe/Paris';
  const arrival = { arriveLocal: localTimeOf(new Date(Date.now() + 86_400_000), zone), arriveZone: zone };
  const photo = await storedPhoto(mailing.product, maren.person.uid);
  const payload = letterPayload([photo], { recipientName: saved.name, recipientEmail: saved.email });
  const { id } = (await maren.call('POST', '/api/letters', payload)).json<Letter>();
  await maren.call('POST', `/api/letters/${id}/send`, { arrival });
  await call('Opa');
  const { db } = mailing.product.services;
  await db.update(letters).set({ arriveAt: new Date() }).where(eq(letters.id, id));
  await releaseScheduled(mailing.product.services);
  expect((await delivered(id)).text).toContain('Dear Grandpa,');
  await call('');
  expect(await page(id)).toContain('Dear Grandpa,');
  await db.update(letters).set({ status: 'failed' }).where(eq(letters.id, id));
  expect((await maren.call('POST', `/api/letters/${id}/retry`)).statusCode).toBe(200);
  expect((await delivered(id)).text).toContain('Dear Grandpa,');
});

it('calling name: stands in what both sides read, save and export', async () => {
  const emil = await userWithCredits(mailing.product, { displayName: 'Emil Adeyemi', verified: true });
  await inBook(emil.email, 'Grandpa');
  const letter = await toSaved({ recipientEmail: emil.email });
  const { headers } = emil;
  const get = async (url: string) => (await mailing.product.app.inject({ url, headers })).json();
  const { correspondents } = (await get('/api/correspondents')) as { correspondents: Correspondent[] };
  expect(correspondents[0]?.last?.text).toMatch(/^Dear Grandpa, /);
  const url = correspondenceUrl(maren.person.email);
  const { letters: exchanged } = (await get(url)) as { letters: CorrespondenceLetter[] };
  expect(exchanged.map(({ message }) => message)).toEqual([expect.stringMatching(/^Dear Grandpa,/)]);
  const { letter: read } = await get(`/api/conversations/${letter.conversationId}/thread`);
  expect(read).toMatchObject({ recipientName: 'Emil Adeyemi', greetingName: 'Grandpa' });
  for (const person of [maren.person, emil]) {
    const saved = await mailing.product.app.inject({ url: EXPORT_PATH, headers: person.headers });
    const [, html] = [...unzip(saved.rawPayload)].find(([name]) => name.endsWith('/index.html')) ?? [];
    expect(String(html)).toContain('Dear Grandpa,');
  }
});

it('calling name: a letter from before it stood there keeps the whole name', async () => {
  const [sent, waiting] = [await toSaved(), await toSaved()];
  const photo = await storedPhoto(mailing.product, maren.person.uid);
  const made = await maren.call('POST', '/api/letters', letterPayload([photo], { greetingName: 'Oma' }));
  const created = made.json<Letter>();
  const { db } = mailing.product.services;
  const name = 'Emil \\1 $& \\& Adeyemi';
  await db.update(letters).set({ recipientName: name }).where(eq(letters.id, sent.id));
  const migration = await readFile('migrations/0043_calling-names.sql', 'utf8');
  await db.execute(sql.raw(migration.split('--> statement-breakpoint')[0] ?? ''));
  expect((await letterRow(mailing.product, sent.id)).emailMessage).toBe(
    `Dear ${name},\n\nThe plum tree has flowered.\n\nMaren`,
  );
  expect((await delivered(waiting.id)).text).toContain('Dear Emil Adeyemi,');
  expect((await letterRow(mailing.product, created.id)).emailMessage).toContain('{{recipientName}}');
});
