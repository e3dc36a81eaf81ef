import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { type ParsedMail, simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import type { Reply } from '../shared/conversations.ts';
import type { Letter } from '../shared/letters.ts';
import { type HttpUser, signUpOverHttp } from '../test/support/http-user.ts';
import { answerAsGmail, difference, photo } from '../test/support/mail-reader.ts';
import { startProduct } from '../test/support/running-product.ts';
import { buildIfNeeded } from './build-if-needed.ts';
import { findMailBinaries } from './real-mail/binaries.ts';
import { PASSWORD } from './real-mail/dovecot-settings.ts';
import { type MailServer, startMailServer } from './real-mail/mail-server.ts';

/**
 * `npm run test:mail`: the built product between a real Postfix and a real Dovecot. A letter goes into an IMAP
 * mailbox, its answers come back into the app, mail to an unknown address bounces, and letters wait for a mail server that is down.
 */
const DOMAIN = 'mailbox.test';
const REPLIES = 'reply.test';
const REFUSED = 'moved-away';
const PAGES = ['plum-page-1.jpg', 'airmail.jpg'];
const WAIT_MS = 60_000;

const binaries = findMailBinaries();
if (typeof binaries === 'string') {
  console.log(`test:mail skipped. ${binaries}`);
  process.exit(0);
}

await buildIfNeeded((line) => console.log(line));
const repliesPort = 20_000 + Math.floor(Math.random() * 10_000);
const server = await startMailServer(binaries, {
  domain: DOMAIN,
  people: ['ilse', 'maren'],
  refused: REFUSED,
  replies: REPLIES,
  repliesPort,
});
const product = await startProduct({
  SMTP_URL: `smtp://127.0.0.1:${server.smtpPort}?requireTLS=false`,
  MAIL_FROM: 'letters@letters.test',
  REPLY_DOMAIN: REPLIES,
  INBOUND_SMTP_PORT: String(repliesPort),
});

let failed = 0;
try {
  const maren = await signUpOverHttp(product.url, 'maren@mailbox.test', async () =>
    (await readMailbox('maren')).map(({ text }) => text ?? ''),
  );
  await step('a letter arrives complete in an IMAP mailbox', () => letterArrives(maren));
  await step('a reply is shown in the app', () => replyIsShown(maren));
  await step('a reply with a photo is shown in the app', () => photoIsShown(maren));
  await step('mail to an unknown address bounces, and the credit is returned', () => bounces(maren));
  await step('a refusal at RCPT fails the letter', () => isRefused(maren));
  await step('a letter waits for a mail server that is down', () => waits(maren, server));
} finally {
  await product.stop();
  if (failed > 0) console.error(`\nPostfix wrote:\n${await server.log()}`);
  await server.close();
}
process.exit(failed > 0 ? 1 : 0);

async function step(title: string, run: () => Promise<string>): Promise<void> {
  const begun = performance.now();
  try {
    const seen = await run();
    console.log(`✓ ${title} (${Math.round(performance.now() - begun)} ms): ${seen}`);
  } catch (error) {
    failed++;
    console.error(`✗ ${title}:`, error);
  }
}

async function send(person: HttpUser, recipient: string, pages: string[]): Promise<number> {
  const photoUrls: string[] = [];
  for (const page of pages) photoUrls.push(await person.upload(page));
  const made = await person.call<Letter>('POST', '/api/letters', {
    recipientName: 'Ilse Brandt',
    recipientEmail: `${recipient}@${DOMAIN}`,
    emailMessage: 'Dear {{recipientName}},\n\nthe plum tree did it at last: שלום, 愛 🌸.\n.\nMaren',
    template: 'vintage',
    photoUrls,
  });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const sent = await person.call<Letter>('POST', `/api/letters/${made.body.id}/send`);
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  return made.body.id;
}

async function letterOf(person: HttpUser, id: number): Promise<Letter> {
  const { body } = await person.call<Letter[]>('GET', '/api/letters');
  const letter = body.find((each) => each.id === id);
  assert(letter, `letter ${id} is not in the list`);
  return letter;
}

async function until<Answer>(
  ask: () => Promise<Answer>,
  isThere: (answer: Answer) => boolean,
): Promise<Answer> {
  const begun = performance.now();
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (performance.now() - begun > WAIT_MS)
      throw new Error(`Not within a minute: ${JSON.stringify(answer)}`);
    await sleep(250);
  }
}

function statusOf(person: HttpUser, id: number, status: string): Promise<Letter> {
  return until(
    () => letterOf(person, id),
    (letter) => letter.status === status,
  );
}

async function readMailbox(user: string): Promise<ParsedMail[]> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: server.imapPort,
    secure: false,
    auth: { user: `${user}@${DOMAIN}`, pass: PASSWORD },
    logger: false,
  });
  await client.connect();
  const lock = await client.getMailboxLock('INBOX');
  try {
    const mails: ParsedMail[] = [];
    if (!client.mailbox || client.mailbox.exists === 0) return mails;
    for await (const { source } of client.fetch('1:*', { source: true })) {
      if (source) mails.push(await simpleParser(source, { skipImageLinks: true }));
    }
    return mails;
  } finally {
    lock.release();
    await client.logout();
  }
}

function header(mail: ParsedMail, name: string): string {
  return String(mail.headerLines.find(({ key }) => key === name)?.line);
}

async function newestOf(user: string, count: number): Promise<ParsedMail> {
  const mails = await until(
    () => readMailbox(user),
    (list) => list.length >= count,
  );
  assert.equal(mails.length, count, 'as many mails as letters');
  const mail = mails.at(-1);
  assert(mail);
  return mail;
}

async function letterArrives(maren: HttpUser): Promise<string> {
  const id = await send(maren, 'ilse', PAGES);
  const mail = await newestOf('ilse', 1);
  assert.match(mail.subject ?? '', /^A letter from Maren, \w+ \d+ \w+$/);
  assert.equal(mail.from?.value[0]?.address, 'letters@letters.test');
  assert.match(mail.replyTo?.value[0]?.address ?? '', /^reply\+[a-z0-9]{26}@reply\.test$/);
  assert.match(header(mail, 'return-path'), /<bounces\+[a-z0-9]{26}@reply\.test>/);
  assert.match(header(mail, 'received'), /with ESMTPS/, 'TLS was taken as it was offered');
  assert.match(
    mail.text ?? '',
    /Dear Ilse Brandt,\n\nthe plum tree did it at last: שלום, 愛 🌸\.\n\.\nMaren/,
  );
  const html = String(mail.html);
  assert(Buffer.byteLength(html) < 102 * 1024, 'Gmail would clip it');
  assert.equal(mail.attachments.length, PAGES.length);
  for (const [index, part] of mail.attachments.entries()) {
    assert(html.includes(`src="cid:${part.cid}"`), 'the HTML refers to each photo');
    const unlike = await difference(part.content, photo(PAGES[index] ?? ''));
    assert(unlike < 12, `page ${index + 1} differs by ${unlike}`);
  }
  const { status } = await statusOf(maren, id, 'sent');
  return `${status}, ${mail.attachments.length} photos, ${Math.round(Buffer.byteLength(html) / 1024)} KB of HTML, over TLS`;
}

async function repliesTo(person: HttpUser): Promise<Reply[]> {
  const { body } = await person.call<Reply[]>('GET', `/api/replies?recipient=ilse@${DOMAIN}`);
  return body;
}

async function replyIsShown(maren: HttpUser): Promise<string> {
  await answerAsGmail(await newestOf('ilse', 1), ['The bees came.', 'Thank you.'], server.smtpPort);
  const [reply] = await until(
    () => repliesTo(maren),
    (list) => list.length === 1,
  );
  assert.equal(reply?.body, 'The bees came.\n\nThank you.');
  assert.equal(reply?.fromEmail, `ilse@${DOMAIN}`);
  return `'${reply.body.replace(/\s+/g, ' ')}' by Postfix, without the quote`;
}

async function photoIsShown(maren: HttpUser): Promise<string> {
  const letter = await newestOf('ilse', 1);
  const transport = createTransport({
    host: '127.0.0.1',
    port: server.smtpPort,
    tls: { rejectUnauthorized: false },
  });
  await transport.sendMail({
    from: { name: 'Ilse Brandt', address: `ilse@${DOMAIN}` },
    to: letter.replyTo?.value[0]?.address ?? '',
    subject: `Re: ${letter.subject}`,
    inReplyTo: letter.messageId,
    text: 'And this is my answer, by hand.\n',
    attachments: [{ filename: 'answer.jpg', content: await readFile(photo(PAGES[1] ?? '')) }],
  });
  transport.close();
  const [reply] = await until(
    () => repliesTo(maren),
    (list) => list.length === 2,
  );
  assert.equal(reply?.body, 'And this is my answer, by hand.');
  assert.equal(reply.photos.length, 1);
  const status = await maren.look(reply.photos[0]?.url.replace('/uploads/', '/api/photo/') ?? '');
  assert.equal(status, 200);
  return 'its photo is kept and shown';
}

async function creditsOf(person: HttpUser): Promise<number> {
  const { body } = await person.call<{ credits: number }>('GET', `/api/users/${person.uid}`);
  return body.credits;
}

async function bounces(maren: HttpUser): Promise<string> {
  const before = await creditsOf(maren);
  const id = await send(maren, 'nobody-here', PAGES.slice(0, 1));
  const { statusReason } = await statusOf(maren, id, 'bounced');
  assert(statusReason, 'a reason');
  assert.equal(await creditsOf(maren), before, 'the credit is back');
  return `'${statusReason}'`;
}

async function isRefused(maren: HttpUser): Promise<string> {
  const before = await creditsOf(maren);
  const id = await send(maren, REFUSED, PAGES.slice(0, 1));
  const { statusReason } = await statusOf(maren, id, 'failed');
  assert.equal(statusReason, `There is no mailbox at ${REFUSED}@${DOMAIN}.`);
  assert.equal(await creditsOf(maren), before, 'the credit is back');
  return `'${statusReason}'`;
}

async function waits(maren: HttpUser, { stopPostfix, startPostfix }: MailServer): Promise<string> {
  stopPostfix();
  const id = await send(maren, 'ilse', PAGES.slice(0, 1));
  const { statusReason } = await until(
    () => letterOf(maren, id),
    (letter) => letter.status === 'queued' && letter.statusReason !== null,
  );
  startPostfix();
  await statusOf(maren, id, 'sent');
  await newestOf('ilse', 2);
  return `'${statusReason}', then sent once`;
}
