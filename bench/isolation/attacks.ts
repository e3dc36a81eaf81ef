import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { manyStatusParts } from '../../packages/mail-reader/test/hostile-mail.ts';
import { INBOUND_WEBHOOK_SECRET } from '../../test/load/scenario.ts';
import { median } from '../statistics.ts';
import type { Stage } from './stage.ts';

interface Attack {
  name: string;
  run(stage: Stage): Promise<string>;
}

const SECOND = 1_000;
const TIMES = 3;
const MEGABYTE = 1_000_000;

/** What is slow to decode in each shape, with the recipient behind it. */
const WEBHOOK_BODIES: [shape: string, contentType: string, body: (to: string) => string][] = [
  [
    'escaped 8-bit text',
    'application/x-www-form-urlencoded',
    (to) => `body-mime=From:+x%0A%0A${'%E4'.repeat(10 * MEGABYTE)}&recipient=${encodeURIComponent(to)}`,
  ],
  [
    'JSON with escapes',
    'application/json',
    (to) => `{"RawEmail":"From: x\\n\\n${'\\u00e4'.repeat(5 * MEGABYTE)}","OriginalRecipient":"${to}"}`,
  ],
  [
    'nested JSON',
    'application/json',
    (to) => `{"Headers":[${'{},'.repeat(10 * MEGABYTE)}{}],"RawEmail":"From: x","OriginalRecipient":"${to}"}`,
  ],
  [
    'multipart line ends',
    'multipart/form-data; boundary=x',
    (to) =>
      `${formField('email')}From: x\r\n\r\n${'\r\n-'.repeat(8 * MEGABYTE)}\r\n${formField('recipient')}${to}\r\n--x--\r\n`,
  ],
];
const formField = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;

export const ATTACKS: Attack[] = [
  { name: 'support: an address of 250 KB', run: longAddress },
  { name: 'mail: delivery reports of 2 MB', run: statusParts },
  { name: 'mail: a diagnostic code of 200 KB', run: longDiagnosis },
  { name: 'mail: six of 1 MB to one address', run: sixMails },
  ...WEBHOOK_BODIES.map(([shape, type, body]) => ({
    name: `webhook: 30 MB of ${shape}`,
    run: (stage: Stage) => webhook(stage, type, body),
  })),
  { name: '/ping from 50 connections', run: pingFlood },
  { name: 'a byte a second from 200 clients', run: slowBodies },
  { name: 'U+0000 in requests and mail', run: nulEverywhere },
  { name: 'flat photos of 98 megapixels', run: flatPhotos },
  { name: 'lists of the largest account', run: longestLists },
];

async function longAddress({ post }: Stage): Promise<string> {
  const email = `a@${'.'.repeat(250_000)}@`;
  const body = JSON.stringify({ name: 'x', email, category: 'billing', subject: 'x', message: 'x' });
  return statuses(await together(4, 10, () => post('/api/support', body)));
}

async function statusParts(stage: Stage): Promise<string> {
  const bomb = manyStatusParts(2 * MEGABYTE).toString();
  await together(5, 1, () => stage.mail(bomb, stage.attackersLetter.bouncesTo, ''));
  return readOf(stage);
}

async function longDiagnosis(stage: Stage): Promise<string> {
  const code = `smtp; 550 5.1.1 ${'a@'.repeat(100_000)}`;
  const report = `Final-Recipient: rfc822; x@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: ${code}\r\n`;
  const message = `From: MAILER-DAEMON@mx.example.net\r\nContent-Type: message/delivery-status\r\n\r\n${report}`;
  await together(5, 2, () => stage.mail(message, stage.attackersLetter.bouncesTo, ''));
  return readOf(stage);
}

async function sixMails(stage: Stage): Promise<string> {
  const alone: number[] = [];
  for (let n = 0; n < TIMES; n++) alone.push(await strangersAnswer(stage));
  const costly = mailOf('Content-Type: text/html\r\n', '<p>'.repeat(MEGABYTE / 3));
  const beside: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    await together(6, 1, () => stage.mail(costly(), stage.attackersLetter.answersTo));
    beside.push(await strangersAnswer(stage));
    await readOf(stage);
  }
  return `a stranger's answer: ${median(alone).toFixed(0)} ms alone, ${Math.max(...beside).toFixed(0)} ms at worst beside it`;
}

/** @returns milliseconds from the first byte of an answer to its row in the conversation */
async function strangersAnswer({ mail, othersLetter, database }: Stage): Promise<number> {
  const messageId = `<${randomUUID()}@mail.gmail.com>`;
  const begunAt = performance.now();
  await mail(mailOf('', 'So lovely, thank you.', messageId)(), othersLetter.answersTo);
  await until(async () => {
    const { rowCount } = await database.query('select 1 from replies where message_id = $1', [messageId]);
    return rowCount === 1;
  });
  return performance.now() - begunAt;
}

async function webhook(
  { url, attackersLetter }: Stage,
  type: string,
  body: (to: string) => string,
): Promise<string> {
  const headers = { authorization: `Bearer ${INBOUND_WEBHOOK_SECRET}`, 'content-type': type };
  const posted = Buffer.from(body(attackersLetter.answersTo));
  const answers = await together(4, 1, async () => {
    const answer = await fetch(`${url}/api/inbound/raw`, { method: 'POST', headers, body: posted });
    await answer.arrayBuffer();
    return answer.status;
  });
  return statuses(answers);
}

async function pingFlood({ url }: Stage): Promise<string> {
  const { requests, non2xx } = await autocannon({ url: `${url}/ping`, connections: 50, duration: 8 });
  return `${requests.average.toFixed(0)} a second, ${non2xx} refused`;
}

async function slowBodies({ url }: Stage): Promise<string> {
  const { port } = new URL(url);
  const ended: number[] = [];
  const begunAt = performance.now();
  const sockets = Array.from({ length: 200 }, () => {
    const socket = connect(Number(port), 'localhost');
    socket.on('error', () => socket.destroy());
    socket.once('close', () => ended.push(performance.now() - begunAt));
    socket.resume();
    socket.write(
      `POST /api/support HTTP/1.1\r\nHost: localhost\r\nOrigin: ${url}\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n`,
    );
    return socket;
  });
  for (let second = 0; second < 45 && ended.length < sockets.length; second++) {
    for (const socket of sockets) if (socket.writable) socket.write(' ');
    await sleep(SECOND);
  }
  const closed = ended.length;
  for (const socket of sockets) socket.destroy();
  return `${closed} of ${sockets.length} ended by the server${closed > 0 ? `, the last after ${(Math.max(...ended) / SECOND).toFixed(0)} s` : ''}`;
}

async function nulEverywhere(stage: Stage): Promise<string> {
  const nul = '\u0000';
  const paths = ['/api/support', '/api/validate-coupon', '/api/recipients', '/api/letters', '/api/users'];
  const body = JSON.stringify({ name: nul, email: `a${nul}@example.org`, code: nul, message: nul });
  const answers = await together(5, 100, (n) => stage.post(paths[n % paths.length] ?? '', body));
  const mail = mailOf(`X-Any: ${nul}\r\nSubject: a${nul}b\r\n`, `Hello${nul}`);
  // To a letter that was not flooded by the attack before.
  await together(5, 1, () => stage.mail(mail(), stage.othersLetter.answersTo));
  return `${statuses(answers)}; ${await readOf(stage)}`;
}

async function flatPhotos({ attacker, other, photos }: Stage): Promise<string> {
  const uploaded = async () => {
    const begunAt = performance.now();
    await other.upload(photos.ordinary);
    return performance.now() - begunAt;
  };
  const alone: number[] = [];
  for (let n = 0; n < TIMES; n++) alone.push(await uploaded());
  const refused: string[] = [];
  const attack = together(10, 1, () =>
    attacker.upload(photos.flat).catch((error: Error) => refused.push(error.message)),
  );
  const beside: number[] = [];
  for (let n = 0; n < TIMES; n++) beside.push(await uploaded());
  await attack;
  return `another's upload: ${median(alone).toFixed(0)} ms alone, ${Math.max(...beside).toFixed(0)} ms at worst beside it; ${refused.length} of the attacker's ten refused`;
}

/** 5,000 people, 1,000 days, 10,000 letters with an answer each: every list of them, eight at once. */
async function longestLists({ attacker, database }: Stage): Promise<string> {
  const { rows } = await database.query('select id from users where account_uid = $1', [attacker.uid]);
  await database.query(
    `with people as (
      insert into recipients (owner_uid, name, email)
      select $1, 'Ilse ' || n, n || '@example.org' from generate_series(1, 5000) n on conflict do nothing returning id),
    made as (
      insert into conversations (id, user_id, recipient_email, recipient_token, sender_token, last_message_at)
      select gen_random_uuid(), $2::bigint, n % 5000 || '@example.org', gen_random_uuid(), gen_random_uuid(),
        now() - make_interval(mins => n) from generate_series(1, 10000) n returning id, recipient_email),
    sent as (
      insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
        email_message, template, status, message_id, envelope_token, sent_at)
      select $2::bigint, id, 'Ilse', recipient_email, 'Maren', 'maren@example.org', repeat('Dear Ilse. ', 50), 'vintage',
        'sent', gen_random_uuid(), gen_random_uuid(), now() from made returning conversation_id),
    answered as (
      insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id)
      select conversation_id, 'recipient', 'ilse@example.org', 'Re', 'Thanks', 'Thanks', 'other', gen_random_uuid() from sent)
    insert into occasions (owner_uid, recipient_id, kind, label, month, day)
    select $1, id, 'birthday', '', 1 + id % 12, 1 + id % 28 from people limit 1000`,
    [attacker.uid, rows[0]?.id],
  );
  await database.query('analyze');
  const lists = [
    'recipients',
    'occasions',
    'letters',
    'conversations',
    'correspondents',
    'found-letters?search=ilse',
  ];
  const answers = await together(8, 12, (n) => attacker.ask('GET', `/api/${lists[n % lists.length]}`));
  return statuses(answers.map(({ status }) => status));
}

const mailOf =
  (headers: string, body: string, messageId?: string): (() => string) =>
  () =>
    `From: Ilse <ilse.brandt@gmail.com>\r\nSubject: Re: A letter\r\nMessage-ID: ${messageId ?? `<${randomUUID()}@x>`}\r\n${headers}\r\n${body}\r\n`;

async function together<Result>(
  clients: number,
  times: number,
  act: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const client = async (first: number) => {
    for (let n = 0; n < times; n++) results.push(await act(first * times + n));
  };
  await Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
  return results;
}

function statuses(answers: number[]): string {
  const counts = Map.groupBy(answers, (status) => status);
  return [...counts].map(([status, all]) => `${all.length} times ${status}`).join(', ');
}

async function readOf({ database }: Stage): Promise<string> {
  const begunAt = performance.now();
  await until(async () => {
    const { rowCount } = await database.query('select 1 from inbound_messages where read_at is null limit 1');
    return rowCount === 0;
  });
  return `all read within ${((performance.now() - begunAt) / SECOND).toFixed(1)} s`;
}

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await sleep(20);
}
