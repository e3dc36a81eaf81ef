import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/core/config.ts';
import { findHold } from '../../server/core/holds.ts';
import { openServices } from '../../server/open-services.ts';
import { noteSeen } from '../../server/operator/hold-restored.ts';
import { releaseRestored } from '../../server/operator/release-restored.ts';
import { startWorker } from '../../server/worker.ts';
import { type SmtpSink, startSmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import { newLetterWriter } from '../../test/support/letter-writer.ts';

const LETTERS = 5;
const SOON = { timeout: 60_000, interval: 100 };
let dataDir: string;
let sink: SmtpSink;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-short-restore-'));
  sink = await startSmtpSink();
});
afterEach(async () => {
  await sink.close();
  await rm(dataDir, { recursive: true });
});

/** The product on the embedded database of the folder. */
async function open() {
  const config = readConfig({
    ...{ DATA_DIR: dataDir, SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org', LOG_LEVEL: 'silent' },
  });
  const { services, close } = await openServices(config, pino({ level: 'silent' }));
  const app = await buildApp(services, { receiverPort: null });
  await app.ready();
  return {
    ...{ app, services, receiverPort: 0, dataDir, origin: { origin: config.publicUrl } },
    close: async () => {
      await app.close();
      await close();
    },
  };
}

it('short restore: of a copied folder without a word, what had left since the copy is held and not mailed again', async () => {
  const folder = path.join(dataDir, 'postgres');
  const copy = path.join(dataDir, 'copy');
  const before = await open();
  await noteSeen(before.services);
  const writer = await newLetterWriter(before);
  for (let n = 0; n < LETTERS; n++) await writer.queued({ recipientEmail: `ilse.${n}@example.org` });
  await before.close();
  // With its owner: as root the database runs as somebody else.
  execFileSync('cp', ['-a', folder, copy]);

  const after = await open();
  const worker = await startWorker(after.services);
  const sent = async () =>
    (await after.services.db.execute(sql`select 1 from letters where status = 'sent'`)).rows.length;
  await vi.waitFor(async () => expect(await sent()).toBe(LETTERS), SOON);
  // No note after the first one: it works for less than the time between two.
  await worker.stop();
  await after.close();
  await rm(folder, { recursive: true });
  execFileSync('cp', ['-a', copy, folder]);
  expect(sink.messages).toHaveLength(LETTERS);

  const restored = await open();
  const { db } = restored.services;
  const held = await startWorker(restored.services);
  try {
    expect((await findHold(db, 'restored'))?.reason).toContain('the database had come to');
    expect((await findHold(db, 'restored'))?.letters).toHaveLength(LETTERS);
    expect(await releaseRestored(restored.services)).toMatchObject({ letters: LETTERS });
    // Their sender is asked in one mail, and nothing else leaves.
    await vi.waitFor(() => expect(sink.messages).toHaveLength(LETTERS + 1), SOON);
    expect(sink.messages.at(-1)?.raw).toMatch(/^Subject: Did your letters arrive\?\r$/m);
    const { rows } = await db.execute<{ status: string }>(sql`select distinct status from letters`);
    expect(rows).toEqual([{ status: 'failed' }]);
  } finally {
    await held.stop();
    await restored.close();
  }
}, 180_000);

it('short restore: a database that is set back under a worker that runs is held before its next note', async () => {
  const product = await open();
  const { db } = product.services;
  // Another process leads, so none is noted here.
  await db.execute(sql`
    insert into fleet_state (name, value, at) values ('leader', '{"holder": "another"}', now() + interval '50 seconds')`);
  for (let n = 0; n < 3; n++) await noteSeen(product.services);
  const worker = await startWorker(product.services);
  try {
    // Long enough for a look, which asks storage only when the database is behind.
    const read = vi.spyOn(product.services.storage, 'read');
    await new Promise((later) => setTimeout(later, 2_500));
    expect(read).not.toHaveBeenCalled();
    await db.execute(sql`
      update fleet_state set value = jsonb_set(value, '{number}', '0') where name = 'seen'`);
    await vi.waitFor(async () => expect(await findHold(db, 'restored')).not.toBeNull(), SOON);
  } finally {
    await worker.stop();
    await product.close();
  }
});
