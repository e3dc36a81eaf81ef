import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { replies as repliesTable } from '../server/answers/schema.ts';
import { startSmtpReceiver } from '../server/mail/in/smtp/smtp-receiver.ts';
import { startWorker } from '../server/worker.ts';
import { aConversation, type TestConversation } from '../test/mail/mailed-conversation.ts';
import { openOwnProduct } from '../test/support/own-product.ts';
import { median } from './statistics.ts';

/**
 * Replies a second from the sending server's first byte to the row in the thread, against smtp-server and
 * mailparser alone, which store nothing. In turns; the floor begins when the relays have ended.
 */
const CONNECTIONS = 5;
const ROUNDS = 3;
const KINDS = [
  { name: 'small reply', replies: 150, goal: 0.1 },
  { name: '1.5 MB with a photo', replies: 24, goal: 0.1 },
];

const product = await openOwnProduct();
const { services } = product;
const receiver = await startSmtpReceiver(services);
const worker = await startWorker(services);
const floor = await startFloor();
const photo = await photoOf(1_100_000);

for (const [index, { name, replies, goal }] of KINDS.entries()) {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const conversations: TestConversation[] = [];
    for (let n = 0; n < replies; n++) conversations.push(await aConversation(services));
    const to = conversations.map(({ recipientWritesTo }) => recipientWritesTo);
    const ours = await rate(to, async () => {
      await sendAll(receiver.port, to, index === 1);
      await until(async () => {
        const { rows } = await services.db.execute<{ done: number }>(sql`
          select count(*)::int as done from replies where conversation_id in (${sql.join(
            conversations.map(({ id }) => sql`${id}::uuid`),
            sql`, `,
          )})`);
        return rows[0]?.done === replies;
      });
    });
    await until(
      async () => (await services.db.$count(repliesTable, eq(repliesTable.relayStatus, 'queued'))) === 0,
    );
    const bare = await rate(to, async () => {
      floor.parsed = 0;
      await sendAll(floor.port, to, index === 1);
      await until(async () => floor.parsed === replies);
    });
    ratios.push(ours / bare);
    console.log(`  ${name}, round ${round + 1}: ${ours.toFixed(1)} a second, bare ${bare.toFixed(1)}`);
  }
  console.log(
    `${name}: ${median(ratios).toFixed(2)} of smtp-server and mailparser alone (goal ${goal.toFixed(2)})`,
  );
}

await worker.stop();
await receiver.close();
await floor.close();
await product.close();

async function rate(messages: string[], work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return messages.length / ((performance.now() - began) / 1000);
}

async function sendAll(port: number, recipients: string[], withPhoto: boolean): Promise<void> {
  const pool = createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    maxConnections: CONNECTIONS,
    ignoreTLS: true,
  });
  await Promise.all(
    recipients.map((to) =>
      pool.sendMail({
        from: 'Ilse <ilse.brandt@gmail.com>',
        to,
        subject: 'Re: A letter',
        messageId: `<${randomUUID()}@mail.gmail.com>`,
        text: `So lovely!\n\nOn 4 May 2026, at 10:12, Maren <letters@example.org> wrote:\n${'> The plum tree has flowered.\n'.repeat(40)}`,
        attachments: withPhoto ? [{ filename: 'garden.jpg', content: photo }] : [],
      }),
    ),
  );
  pool.close();
}

async function startFloor() {
  const state = { parsed: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, callback) {
      simpleParser(stream).then(() => {
        state.parsed++;
        callback();
      }, callback);
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return Object.assign(state, {
    port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A real photo, filled up to a size with bytes that a decoder skips. */
async function photoOf(bytes: number): Promise<Buffer> {
  const jpeg = await readFile('test/photos/files/plum-page-1.jpg');
  return Buffer.concat([jpeg, randomBytes(Math.max(0, bytes - jpeg.length))]);
}
