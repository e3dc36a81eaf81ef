import { connect, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { type HttpUser, signUpOverHttp } from '../test/support/http-user.ts';
import { answerAsGmail, parse } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { mailSettings } from './fixtures/account-steps.ts';

/** Killed server processes, a mail server that is down, responses that get lost. No browser is needed. */
interface Letter {
  id: number;
  status: string;
  statusReason: string | null;
  conversationId: string;
}

let sink: SmtpSink;
let product: RunningProduct;
let person: HttpUser;
/** the mail server holds on to each mail until this resolves */
let held: Promise<void>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  held = Promise.resolve();
  sink = await startSmtpSink({
    onMailFrom: (_address, _session, callback) => {
      held.then(() => callback());
    },
  });
  product = await startProduct(mailSettings(sink.url), { ownDatabase: true });
  person = await signUpOverHttp(product.url, 'maren@example.com', sink);
});
test.afterAll(async () => {
  await product.stop();
  await sink.close();
});

const create = async () => {
  const photoUrls = [await person.upload('torn-note.jpg')];
  const made = await person.call<Letter>('POST', '/api/letters', {
    recipientName: 'Ilse Brandt',
    recipientEmail: 'ilse.brandt@example.org',
    emailMessage: 'Dear {{recipientName}}, soup is on the stove.',
    template: 'classic',
    photoUrls,
  });
  expect(made.status).toBe(200);
  return made.body;
};
const send = (id: number, key?: string) =>
  person.call<Letter>('POST', `/api/letters/${id}/send`, undefined, key);
const read = async (id: number) => (await person.call<Letter>('GET', `/api/letters/${id}`)).body;
const credits = async () =>
  (await person.call<{ credits: number }>('GET', `/api/users/${person.uid}`)).body.credits;
/** Message-IDs of the letters that the mail server took, in their order. */
const taken = () =>
  sink.messages
    .filter(({ envelopeRecipients }) => envelopeRecipients.includes('ilse.brandt@example.org'))
    .map(({ raw }) => /^Message-ID: (<.+>)\r?$/m.exec(raw)?.[1] ?? '');
const untilSent = (id: number) =>
  expect.poll(async () => (await read(id)).status, { intervals: [500] }).toBe('sent');

test('server killed between create and send: a second Send sends that letter once', async () => {
  const letter = await create();
  await product.kill();
  await product.restart();
  expect((await send(letter.id, 'intent-1')).body.status).toBe('queued');
  await untilSent(letter.id);
  expect((await send(letter.id, 'intent-1')).status).toBe(200);
  expect((await send(letter.id)).body.status).toBe('sent');
  expect(taken()).toHaveLength(1);
  expect(await credits()).toBe(4);
});

test('server killed during SMTP: the letter is sent, charged once, with the same Message-ID', async () => {
  let letThrough = () => {};
  held = new Promise((resolve) => {
    letThrough = resolve;
  });
  const letter = await create();
  await send(letter.id);
  await expect.poll(async () => (await read(letter.id)).status).toBe('sending');
  await product.kill();
  letThrough();
  await product.restart();
  await untilSent(letter.id);
  const mails = taken().slice(1);
  expect(mails.length).toBeGreaterThanOrEqual(1);
  expect(new Set(mails).size).toBe(1);
  expect(await credits()).toBe(3);
});

test('server killed right after the answer to Send: the letter is sent', async () => {
  const before = new Set(taken()).size;
  const letter = await create();
  await send(letter.id);
  await product.kill();
  await product.restart();
  await untilSent(letter.id);
  expect(new Set(taken()).size).toBe(before + 1);
  expect(await credits()).toBe(2);
});

test('mail server down: the letter is shown as waiting, and is sent once it is back', async () => {
  const port = sink.port;
  const earlier = sink.messages;
  await sink.close();
  const letter = await create();
  await send(letter.id);
  await expect.poll(async () => (await read(letter.id)).statusReason).toContain('we try again by ourselves');
  expect((await read(letter.id)).status).toBe('queued');
  expect(await credits()).toBe(1);
  sink = await startSmtpSink({}, port);
  sink.messages.push(...earlier);
  await untilSent(letter.id);
  expect((await read(letter.id)).statusReason).toBeNull();
});

test('server killed during an incoming reply: the retried reply is stored once', async () => {
  const raw = sink.messages.at(-1)?.raw ?? '';
  const letter = await parse(raw);
  const line = await connectTo(product.receiverPort);
  await line.say('EHLO mail.example.org');
  await line.say('MAIL FROM:<ilse.brandt@example.org>');
  await line.say(`RCPT TO:<${letter.replyTo?.value[0]?.address}>`);
  await line.say('DATA');
  line.socket.write('From: ilse.brandt@example.org\r\nSubject: Re: half\r\n\r\nHalf an ans');
  await product.kill();
  await product.restart();
  await answerAsGmail(letter, ['The whole answer.'], product.receiverPort);
  await product.kill();
  await product.restart();
  const threadOf = async () => {
    const { body: summaries } = await person.call<{ id: string; messageCount: number }[]>(
      'GET',
      '/api/conversations',
    );
    const answered = summaries.find((summary) => summary.messageCount > 1);
    if (!answered) return [];
    const { body } = await person.call<{ replies: { body: string }[] }>(
      'GET',
      `/api/conversations/${answered.id}/thread`,
    );
    return body.replies.map((reply) => reply.body);
  };
  await expect.poll(threadOf, { intervals: [500] }).toEqual(['The whole answer.']);
});

interface SmtpLine {
  socket: Socket;
  say(command: string): Promise<string>;
}

/** An SMTP conversation typed by hand. */
async function connectTo(port: number): Promise<SmtpLine> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {
    // The product is killed while this line is open; that is the test.
  });
  const answer = () =>
    new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
  await answer();
  return {
    socket,
    say: (command) => {
      const answered = answer();
      socket.write(`${command}\r\n`);
      return answered;
    },
  };
}
