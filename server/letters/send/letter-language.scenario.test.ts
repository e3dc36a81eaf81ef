import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBounceReport } from '../../../packages/mail-reader/classify/bounce-report.ts';
import { bounce, dsn } from '../../../packages/mail-reader/test/bounce-messages.ts';
import type { Letter } from '../../../shared/letters.ts';
import type { Recipient } from '../../../shared/recipients.ts';
import { relayAll, relayedMail } from '../../../test/mail/replies.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import {
  type LetterWriter,
  letterRow,
  mailedPath,
  newLetterWriter,
} from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import type { OutgoingMail } from '../../core/jobs/jobs.ts';
import { recordBounce } from '../bounce/record-bounce.ts';
import { composeLetter } from '../deliver/compose-letter.ts';
import { deliverLetter } from '../deliver/deliver-letter.ts';

let product: TestProduct;
let maren: LetterWriter;
beforeAll(async () => {
  product = await startTestProduct();
  maren = await newLetterWriter(product);
  await maren.call('POST', '/api/redeem-coupon', { code: 'WELCOME5' });
  await product.app.inject({
    method: 'PATCH',
    url: '/api/me',
    headers: maren.person.headers,
    payload: { language: 'de' },
  });
});
afterAll(() => product.close());

const newAddress = () => `leonie-${randomUUID().slice(0, 8)}@example.org`;
const remembered = async (email: string) => {
  const book = (await maren.call('GET', '/api/recipients')).json<Recipient[]>();
  return book.find((one) => one.email === email)?.language;
};
const get = async (url: string) => (await product.app.inject({ url })).body;

/** A letter to somebody whose letters are in French, as their sender remembers. */
async function toLeonie(): Promise<Letter> {
  const recipientEmail = newAddress();
  await maren.call('POST', '/api/recipients', { name: 'Léonie', email: recipientEmail, language: 'fr' });
  const letter = await maren.queued({ recipientName: 'Léonie', recipientEmail });
  await deliverLetter(product.services, letter.id);
  return letter;
}

it('letter to somebody who reads French: its mail, its pages and what follows are French', async () => {
  const letter = await toLeonie();
  expect(letter.language).toBe('fr');
  const mail = await composeLetter(product.services, await letterRow(product, letter.id));
  expect(mail.subject).toMatch(/^Une lettre de Maren Oakes, /);
  expect(mail.text).toContain('tes mots iront tout droit à Maren Oakes.');
  expect(mail.html).toContain('<html lang="fr" ');
  for (const text of [mail.html, mail.text])
    expect(text).not.toMatch(/Reply to|Open in the browser|Don't send/);

  const path = await mailedPath(product, letter.id);
  const page = await get(path);
  expect(page).toContain('<html lang="fr"');
  expect(page).toContain('Envoyer ta réponse');
  expect(page).toContain(`<a href="${path}?lang=de" lang="de" hreflang="de" rel="nofollow">Deutsch</a>`);
  expect(page).not.toContain(`${path}?lang=fr`);
  const inGerman = await get(`${path}?lang=de`);
  expect(inGerman).toContain('Antwort abschicken');
  expect(inGerman).toContain(`href="${path}/stop?lang=de"`);
  expect(await get(`${path}?lang=tlh`)).toContain('Envoyer ta réponse');
  for (const missing of [`${path}x`, '/l/x'])
    expect(await get(`${missing}?lang=de`)).toContain('<html lang="de"');
  expect(await get(`${path}/stop`)).toContain('Je ne veux plus de lettres de cette personne');
  expect(await get(`${path}/report`)).toContain('Qu’est-ce qui ne va pas');

  await maren.call('POST', `/api/conversations/${letter.conversationId}/replies`, { body: 'À bientôt!' });
  const [reply] = await relayAll(product, { id: letter.conversationId });
  const relayed = await relayedMail(product, reply);
  expect(relayed?.mail.text).toMatch(/^Maren Oakes t’a écrit/m);
  const [mute = ''] = /\/mute\/\S+/.exec(relayed?.mail.text ?? '') ?? [];
  expect(await get(mute)).toContain('Les e-mails de cette correspondance');
});

it('letter to somebody who reads French: what its sender hears of it is in the sender’s language', async () => {
  const letter = await toLeonie();
  const report = readBounceReport(
    bounce(dsn('Final-Recipient: rfc822; x@example.org\nAction: failed\nStatus: 5.1.1'), {
      text: 'This is the mail system at host mx.example.net.',
    }),
  );
  const { envelopeToken } = await letterRow(product, letter.id);
  await product.services.db.transaction((tx) =>
    recordBounce(tx, product.services, envelopeToken, { report, namedMessageIds: [] }),
  );
  const { rows } = await product.services.db.execute<{ data: OutgoingMail }>(
    sql`select data from jobs.job where name = 'send-mail' and data->'to'->>'address' = ${maren.person.email}`,
  );
  expect(rows.map(({ data }) => data.subject)).toEqual([expect.stringMatching(/Brief an Léonie/)]);
});

it('language of a letter: the given one, which is remembered; else that of the recipient, else the sender’s', async () => {
  const [leonie, tom] = [newAddress(), newAddress()];
  for (const email of [leonie, tom]) await maren.call('POST', '/api/recipients', { name: 'Léonie', email });
  const photo = await storedPhoto(product, maren.person.uid);
  const created = async (more: object) =>
    maren.call('POST', '/api/letters', letterPayload([photo], { recipientEmail: leonie, ...more }));
  expect((await created({})).json<Letter>().language).toBe('de');
  expect(await remembered(leonie)).toBeNull();
  expect((await created({ language: 'pl' })).json<Letter>().language).toBe('pl');
  expect(await remembered(leonie)).toBe('pl');
  expect((await created({})).json<Letter>().language).toBe('pl');
  expect((await created({ language: 'tlh' })).statusCode).toBe(400);

  const { recipientName: _, recipientEmail: __, ...content } = letterPayload([photo]);
  const batch = await maren.call('POST', '/api/letter-batches', {
    ...content,
    recipients: [
      { name: 'Léonie', email: leonie.toUpperCase() },
      { name: 'Tom', email: tom },
    ],
  });
  expect(batch.json<{ letters: Letter[] }>().letters.map(({ language }) => language)).toEqual(['pl', 'de']);
});
