import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../packages/words/catalogue.ts';
import type { Letter } from '../shared/letters.ts';
import { SUPPORT_SUBJECT_MAX_CHARACTERS } from '../shared/support.ts';
import { said, words } from '../shared/words.ts';
import { IdentityClient } from '../test/identity/identity-client.ts';
import { letterPayload, storedPhoto } from '../test/support/factories.ts';
import { letterRow, newLetterWriter } from '../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../test/support/test-product.ts';
import { wordsOfSide } from './answers/relay-parties.ts';
import { badInput, joinSentences, ProductError, tooMany } from './core/errors.ts';
import { readCatalogue, saidOrEnglish, wordsFor } from './core/words.ts';
import { reasonColumns } from './letters/data.ts';
import { notifySender } from './letters/notify-sender.ts';
import { letters } from './letters/schema.ts';
import { accounts } from './people/identity/schema.ts';
import { users } from './people/users/schema.ts';

const GERMAN: Catalogue = {
  'A new password for {product}': 'Ein neues Passwort für {product}',
  'Another address for your {product} account': 'Eine andere Adresse für {product}',
  'Please confirm your new address for {product}': 'Deine neue Adresse für {product}',
  'That letter could not be found.': 'Diesen Brief gibt es nicht.',
};
const POLISH: Catalogue = {
  'Please sign in to go on.': 'Zaloguj się, żeby przejść dalej.',
  'Please keep the subject to at most {maximum} characters': 'Temat: najwyżej {maximum} znaków',
  'That letter could not be found.': 'Nie ma takiego listu.',
  'There is no mailbox at {address}.': 'Nie ma skrzynki {address}.',
  'Your letter to {name} did not arrive': 'Twój list do {name} nie dotarł',
  'Your letter to {whom} of {day} did not arrive.': 'Twój list do {whom} z dnia {day} nie dotarł.',
};

const logged: string[] = [];
let product: TestProduct;
beforeAll(async () => {
  // In the place of the translators' own texts, which may change.
  Object.assign(wordsFor('de'), words('de', GERMAN));
  Object.assign(wordsFor('pl'), words('pl', POLISH));
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  product = await startTestProduct({ log, env: { LANGUAGES: 'en,de,pl' } });
});
afterAll(async () => {
  // Other tests of this process read the translators' texts.
  for (const language of ['de', 'pl'] as const)
    Object.assign(wordsFor(language), words(language, readCatalogue(language)));
  await product.close();
});

describe('errors', () => {
  it('are worded as the browser asks; the code stays', async () => {
    const asked = await product.app.inject({
      url: '/api/me',
      headers: { 'accept-language': 'pl-PL,en;q=0.8' },
    });
    expect([asked.statusCode, asked.json()]).toMatchObject([
      401,
      { code: 'SIGN_IN_NEEDED', message: 'Zaloguj się, żeby przejść dalej.' },
    ]);
    for (const headers of [
      {},
      { 'accept-language': 'fr, sv' },
      { 'accept-language': 'pl', cookie: 'lang=en' },
    ]) {
      const { message } = (await product.app.inject({ url: '/api/me', headers })).json();
      expect(message).toBe('Please sign in to go on.');
    }
  });

  it('are worded in the account’s language, unless another was chosen in this browser', async () => {
    const { person } = await newLetterWriter(product);
    const change = { method: 'PATCH', url: '/api/me', headers: person.headers } as const;
    expect((await product.app.inject({ ...change, payload: { language: 'pl' } })).statusCode).toBe(200);
    const messageTo = async (headers: Record<string, string>) =>
      (await product.app.inject({ url: '/api/letters/999999', headers })).json().message;
    expect(await messageTo(person.headers)).toBe('Nie ma takiego listu.');
    const cookie = `${person.cookie}; lang=de`;
    expect(await messageTo({ ...person.headers, cookie })).toBe('Diesen Brief gibt es nicht.');
  });

  it('of a field are worded too', async () => {
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/support',
      headers: { ...product.origin, 'accept-language': 'pl' },
      payload: {
        name: 'Ilse',
        email: 'ilse@example.org',
        category: 'technical',
        subject: 'Plums '.repeat(1_000),
        message: 'They came.',
      },
    });
    const { code, message, fields } = answer.json();
    expect([code, message]).toEqual([
      'BAD_INPUT',
      `Temat: najwyżej ${SUPPORT_SUBJECT_MAX_CHARACTERS} znaków`,
    ]);
    expect(fields).toEqual({ subject: message });
  });

  it('have the English sentence as their message', () => {
    const sentence = joinSentences(said('Sent to {name}.', { name: 'Ilse' }), said('All {n}.', { n: 1_200 }));
    for (const error of [badInput(sentence), tooMany(sentence, 60), new ProductError(409, 'X', sentence)]) {
      expect(error.message).toBe('Sent to Ilse. All 1,200.');
      expect(error.toResponse('id', words('en')).message).toBe(error.message);
    }
  });
});

it('why a letter failed is worded for each reader, also in the notice; what was stored before stays as it is', async () => {
  const { db, queue } = product.services;
  const { person, call } = await newLetterWriter(product);
  const photo = await storedPhoto(product, person.uid);
  const { id } = (await call('POST', '/api/letters', letterPayload([photo]))).json<Letter>();
  const reason = said('There is no mailbox at {address}.', { address: 'ilse@example.org' });
  const inEnglish = 'There is no mailbox at ilse@example.org.';
  const fail = (columns: object) =>
    db
      .update(letters)
      .set({ status: 'failed', ...columns })
      .where(eq(letters.id, id));
  const reasonIn = async (language: string) => {
    const headers = { ...person.headers, 'accept-language': language };
    return (await product.app.inject({ url: `/api/letters/${id}`, headers })).json<Letter>().statusReason;
  };
  await fail(reasonColumns(reason));
  const letter = await letterRow(product, id);
  expect(letter.statusReason).toBe(inEnglish);
  expect([await reasonIn('pl'), await reasonIn('en')]).toEqual([
    'Nie ma skrzynki ilse@example.org.',
    inEnglish,
  ]);
  await fail({ statusReason: 'It came back.', statusSaid: null });
  expect(await reasonIn('pl')).toBe('It came back.');
  // As the release before writes it.
  await fail({ statusReason: 'It came back.', statusSaid: reason });
  expect(await reasonIn('pl')).toBe('It came back.');
  expect([saidOrEnglish(reason, inEnglish), saidOrEnglish(reason, null)]).toEqual([reason, null]);

  // Nothing was chosen: the language of the browser that signed in last.
  await product.app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { ...product.origin, authorization: `Bearer ${person.idToken}`, 'accept-language': 'pl' },
  });
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, letter.userId));
  await db.transaction((tx) => notifySender(tx, { ...product.services, queue }, [{ letter, reason }]));
  const { rows } = await db.execute<{ mail: { subject: string; text: string; html: string } }>(
    sql`select data as mail from jobs.job where name = 'send-mail' and data->'to'->>'address' = ${person.email}
      order by created_on desc limit 1`,
  );
  expect(rows[0]?.mail.subject).toMatch(/^Twój list do .+ nie dotarł$/);
  expect(rows[0]?.mail.text).toMatch(
    /z dnia \d{1,2} \p{L}+ \d{4} nie dotarł\. Nie ma skrzynki ilse@example\.org\./u,
  );
  expect(rows[0]?.mail.html).toContain('<html lang="pl">');
});

it('relays and mute pages: are worded in a language that is offered', () => {
  const offered = { LANGUAGES: product.services.config.LANGUAGES };
  const parties = { account: { language: 'fr', browserLanguage: 'pl' }, letter: { language: 'fr' } } as const;
  expect(wordsOfSide(offered, 'sender', parties).language).toBe('pl');
  expect(wordsOfSide(offered, 'recipient', parties).language).toBe('en');
});

it('a language that is not offered here any more is not taken for the sender’s own', async () => {
  const { person, call } = await newLetterWriter(product);
  await product.services.db.update(users).set({ language: 'fr' }).where(eq(users.id, person.userId));
  const photo = await storedPhoto(product, person.uid);
  const letter = letterPayload([photo]);
  await call('POST', '/api/recipients', { name: 'Ilse', email: letter.recipientEmail });
  expect((await call('POST', '/api/letters', letter)).json<Letter>().language).toBe('en');
  // Nothing but the sender's own language was chosen, so nothing is remembered of the recipient.
  expect((await call('GET', '/api/recipients')).json()).toMatchObject([{ language: null }]);
});

it('a browser’s language is not that of whoever was signed in there before', async () => {
  const { person: before } = await newLetterWriter(product);
  const { headers } = before;
  await product.app.inject({ method: 'PATCH', url: '/api/me', headers, payload: { language: 'pl' } });
  const { person } = await newLetterWriter(product);
  await product.app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { ...headers, authorization: `Bearer ${person.idToken}`, 'accept-language': 'de' },
  });
  const [user] = await product.services.db.select().from(users).where(eq(users.accountUid, person.uid));
  expect(user?.browserLanguage).toBe('de');
});

it('identity mails: are worded in the account’s language, else as the SDK asks; a warning never as asked', async () => {
  const client = new IdentityClient(product);
  const { email } = await client.signUp();
  const ask = async (headers: Record<string, string>) => {
    await client.call('sendOobCode', { requestType: 'PASSWORD_RESET', email }, { headers });
    return (await client.mailsTo(email)).at(-1);
  };
  const asked = await ask({ 'x-firebase-locale': 'de', 'accept-language': 'pl' });
  expect(asked?.subject).toBe('Ein neues Passwort für Slow Letters');
  expect(asked?.text).toMatch(/^Ein neues Passwort für Slow Letters\n/);
  expect((await ask({}))?.subject).toBe('A new password for Slow Letters');

  const { localId, idToken } = await client.signUp({ email: 'owner@example.org' });
  const { db } = product.services;
  await db.update(accounts).set({ emailVerified: true }).where(eq(accounts.uid, localId));
  const change = async (newEmail: string) => {
    const payload = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
    await client.call('sendOobCode', payload, { headers: { 'x-firebase-locale': 'de' } });
    const mails = [...(await client.mailsTo(newEmail)), ...(await client.mailsTo('owner@example.org'))];
    return [mails.at(0)?.subject, mails.at(-1)?.subject];
  };
  expect(await change('new@example.org')).toEqual([
    'Deine neue Adresse für Slow Letters',
    'Another address for your Slow Letters account',
  ]);
  await db.insert(users).values({ accountUid: localId, email: 'owner@example.org', browserLanguage: 'en' });
  expect((await change('newer@example.org'))[0]).not.toMatch(/Adresse/);
});

it('the log stays English', () => {
  expect(logged.join('')).not.toMatch(/Nie ma|Zaloguj|gibt es nicht|Passwort/);
});
