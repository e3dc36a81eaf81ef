import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { readConfig } from '../server/config.ts';
import { openSmtpTransport } from '../server/mail/smtp-transport.ts';

/**
 * Letters a second that our transport hands to an SMTP server on this machine, against nodemailer's own pool with
 * the same mail. Both send the same 1.5 MB letter (5 photos) over 3 connections, in turns, so that neither has the
 * quieter machine. Goal: at least 0.9 of the bare pool.
 */
const LETTERS = 60;
const ROUNDS = 5;
const AT_ONCE = 6;
const GOAL = 0.9;
const PHOTOS = Array.from({ length: 5 }, () => randomBytes(220_000));

const { server, port } = await startSink();
const url = `smtp://127.0.0.1:${port}`;
const config = readConfig({ SMTP_URL: url, MAIL_FROM: 'letters@example.org' });
const ours = openSmtpTransport(config, url, pino({ level: 'silent' }));
const bare = createTransport({ pool: true, url, maxConnections: 3, ignoreTLS: true });

const mail = {
  from: { name: 'Maren Oakes via Slow Letters', address: 'letters@example.org' },
  to: { name: 'Ilse Brandt', address: 'ilse@example.net' },
  subject: 'A letter from Maren Oakes',
  text: 'Dear Ilse,\n\nthe plum tree has flowered.\n',
  html: `<p>Dear Ilse</p>${PHOTOS.map((_, n) => `<img src="cid:${n}@letters">`).join('')}`,
};
const part = (n: number) => ({ filename: `page-${n}.jpg`, contentType: 'image/jpeg', cid: `${n}@letters` });

const sendOurs = (n: number) =>
  ours.send({
    ...mail,
    messageId: `<ours-${n}@example.org>`,
    envelopeSender: 'bounces@example.org',
    attachments: PHOTOS.map((photo, page) => ({
      ...part(page),
      size: photo.length,
      read: async () => Readable.from([photo]),
    })),
  });
const sendBare = async (n: number) => {
  await bare.sendMail({
    ...mail,
    messageId: `<bare-${n}@example.org>`,
    envelope: { from: 'bounces@example.org', to: 'ilse@example.net' },
    attachments: PHOTOS.map((photo, page) => ({ ...part(page), content: photo })),
  });
};

await rate(sendBare, 10);
await rate(sendOurs, 10);
const rounds: { ours: number; bare: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({ bare: await rate(sendBare, LETTERS), ours: await rate(sendOurs, LETTERS) });
}
await ours.close();
bare.close();
server.close();

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const ratio = median(rounds.map((round) => round.ours / round.bare));
console.log(`ours   ${median(rounds.map((round) => round.ours)).toFixed(1)} letters/s`);
console.log(`bare   ${median(rounds.map((round) => round.bare)).toFixed(1)} letters/s`);
console.log(`ratio  ${ratio.toFixed(2)} (goal: ${GOAL} or more)`);
process.exitCode = ratio >= GOAL ? 0 : 1;

/** @returns letters a second */
async function rate(send: (n: number) => Promise<void>, letters: number): Promise<number> {
  const began = performance.now();
  let next = 0;
  const sender = async () => {
    while (next < letters) await send(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return (letters * 1000) / (performance.now() - began);
}

async function startSink(): Promise<{ server: SMTPServer; port: number }> {
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, callback) {
      stream.on('end', () => callback());
      stream.resume();
    },
  });
  const listener = sink.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return { server: sink, port: (listener.address() as AddressInfo).port };
}
