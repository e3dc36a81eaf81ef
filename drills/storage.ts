import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { startServerProcess } from '../test/faults/server-process.ts';
import { startS3StandIn } from '../test/stand-ins/s3-stand-in-server.ts';
import { startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { freePort } from '../test/support/free-port.ts';
import { signUpOverHttp } from '../test/support/http-user.ts';
import { openOwnProduct } from '../test/support/own-product.ts';

/**
 * `npm run drills -- storage [seconds]`: the bucket takes connections and answers nothing. Pages without
 * photos go on, letters leave afterwards, another process starts meanwhile.
 */
const [frozen = 35] = process.argv.slice(2).map(Number);
/** The bucket's deadline is 8 s: what waits for it takes longer than this. */
const GOAL_MS = 5_000;
const LETTERS_GOAL_MS = 90_000;
const LETTERS = 5;

await buildIfNeeded((line) => console.log(line));
const sink = await startSmtpSink();
const s3 = await startS3StandIn();
const [port, other] = [await freePort(), await freePort()];
const product = await openOwnProduct({
  PUBLIC_URL: `http://localhost:${port}`,
  SMTP_URL: sink.url,
  MAIL_FROM: 'letters@example.org',
  REPLY_DOMAIN: 'reply.example.org',
  S3_BUCKET: s3.bucket.name,
  S3_ENDPOINT: s3.bucket.endpoint,
  S3_REGION: s3.bucket.region,
  S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
});
const { db } = product.services;
const start = (role: 'web' | 'worker', listenOn: number) =>
  startServerProcess(
    {
      args: ['dist/server/main.js'],
      env: { ...product.env, PROCESS_ROLE: role, DRAIN_SECONDS: '0' },
      cwd: path.resolve(import.meta.dirname, '..'),
    },
    listenOn,
  );
const processes = [await start('web', port), await start('worker', 0)];
const person = await signUpOverHttp(`http://localhost:${port}`, 'maren@example.com', sink);
const photo = await person.upload('torn-note.jpg');
const letters: number[] = [];
for (let n = 0; n < LETTERS; n++) {
  const { body } = await person.call<{ id: number }>(
    'POST',
    '/api/letters',
    {
      userId: person.uid,
      recipientName: 'Ilse Brandt',
      recipientEmail: `ilse${n}@example.org`,
      emailMessage: 'Dear Ilse, the plums are in.',
      template: 'classic',
      photoUrls: [photo],
    },
    randomUUID(),
  );
  letters.push(body.id);
}

s3.faults.push(...Array.from({ length: 10_000 }, () => 'frozen' as const));
const until = performance.now() + frozen * 1_000;
const starting = timed(() => start('web', other));
const photoAsked = timed(() => person.look(photo.replace('/uploads/', '/api/photo/')));
let slowestPage = 0;
let slowestSend = 0;
let failed = 0;
const sends = letters.map(async (id) => {
  const { result, took } = await timed(() =>
    person.call('POST', `/api/letters/${id}/send`, {}, randomUUID()),
  );
  if (result.status !== 200) failed++;
  slowestSend = Math.max(slowestSend, took);
});
let pages = 0;
for (; performance.now() < until; await sleep(100)) {
  for (const page of ['/api/letters', '/api/recipients', '/']) {
    const { result, took } = await timed(() => person.look(page));
    if (result !== 200) failed++;
    slowestPage = Math.max(slowestPage, took);
    pages++;
  }
}
await Promise.all(sends);
const started = await starting;
processes.push(started.result);
s3.faults.length = 0;
const over = performance.now();
for (let waiting = LETTERS; waiting > 0 && performance.now() - over < LETTERS_GOAL_MS; await sleep(200)) {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from letters where status <> 'sent'`,
  );
  waiting = rows[0]?.n ?? 0;
}
const { rows } = await db.execute<{ n: number }>(
  sql`select count(*)::int as n from letters where status = 'sent'`,
);
const left = performance.now() - over;
const sent = rows[0]?.n ?? 0;

console.log(`\nThe bucket answered nothing for ${frozen} s:`);
console.log(
  `  pages             ${pages}, ${failed} calls failed, slowest ${inSeconds(slowestPage)} (goal: ${GOAL_MS / 1_000} s)`,
);
console.log(`  send              slowest ${inSeconds(slowestSend)} (goal: ${GOAL_MS / 1_000} s)`);
console.log(`  a photo           ${(await photoAsked).result} after ${inSeconds((await photoAsked).took)}`);
console.log(`  another process   ready after ${inSeconds(started.took)}`);
console.log(
  `  letters           ${sent} of ${LETTERS} left within ${inSeconds(left)} afterwards (goal: ${LETTERS_GOAL_MS / 1_000} s)`,
);
for (const one of processes) await one.stop();
await product.close();
await Promise.all([sink.close(), s3.close()]);
const isRight = failed === 0 && Math.max(slowestPage, slowestSend) < GOAL_MS && sent === LETTERS;
process.exit(isRight ? 0 : 1);

async function timed<Result>(act: () => Promise<Result>): Promise<{ result: Result; took: number }> {
  const begun = performance.now();
  const result = await act();
  return { result, took: performance.now() - begun };
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
