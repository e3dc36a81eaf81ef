import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { readConfig } from '../server/core/config.ts';
import { openSmtpTransport } from '../server/mail/out/smtp-transport.ts';
import { median, rateOf } from './statistics.ts';

/**
 * Letters a second handed to an SMTP server in another process, and CPU for each, against nodemailer's own
 * pool with the same 1.5 MB mail, in turns. Goal: at least 0.9 of the bare pool.
 */
if (process.argv[2] === '--sink') await runSink();

const LETTERS = 60;
const ROUNDS = 5;
const CONCURRENT = 6;
const GOAL = 0.9;
const PHOTOS = Array.from({ length: 5 }, () => randomBytes(220_000));

const { port, close } = await startSink();
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
const rounds: { ours: Measured; bare: Measured }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({ bare: await rate(sendBare, LETTERS), ours: await rate(sendOurs, LETTERS) });
}
await ours.close();
bare.close();
close();

const ratio = median(rounds.map(({ ours, bare }) => ours.rate / bare.rate));
for (const side of ['ours', 'bare'] as const) {
  const [letters, cpu] = (['rate', 'cpu'] as const).map((what) =>
    median(rounds.map((round) => round[side][what])),
  );
  console.log(`${side}   ${letters?.toFixed(1)} letters/s, ${cpu?.toFixed(1)} ms of CPU a letter`);
}
const cpuRatio = median(rounds.map(({ ours, bare }) => ours.cpu / bare.cpu));
console.log(`ratio  ${ratio.toFixed(2)} in letters/s (goal: ${GOAL} or more), ${cpuRatio.toFixed(2)} in CPU`);
process.exitCode = ratio >= GOAL ? 0 : 1;

interface Measured {
  /** letters a second */
  rate: number;
  /** milliseconds of CPU in this process for each */
  cpu: number;
}

async function rate(send: (n: number) => Promise<void>, letters: number): Promise<Measured> {
  const before = process.cpuUsage();
  const perSecond = await rateOf(letters, CONCURRENT, send);
  const { user, system } = process.cpuUsage(before);
  return { rate: perSecond, cpu: (user + system) / 1_000 / letters };
}

async function startSink(): Promise<{ port: number; close(): void }> {
  const child = spawn(process.execPath, [import.meta.filename, '--sink'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(port), close: () => child.stdin.end() };
}

async function runSink(): Promise<never> {
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
  console.log((listener.address() as AddressInfo).port);
  process.stdin.resume();
  await once(process.stdin, 'end');
  process.exit(0);
}
