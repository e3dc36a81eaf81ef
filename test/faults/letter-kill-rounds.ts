import { randomInt, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Services } from '../../server/core/services.ts';
import { photoKey } from '../../server/letters/photos/file-names.ts';
import { photos } from '../../server/letters/photos/schema.ts';
import { createLetter } from '../../server/letters/send/create-letter.ts';
import { sendLetter } from '../../server/letters/send/send-letters.ts';
import { writeEntry } from '../../server/money/credits/ledger.ts';
import type { Person } from '../../server/people/identity/sessions/person.ts';
import { upsertUser } from '../../server/people/users/data.ts';
import type { ArrivalBody } from '../../shared/arrival.ts';
import type { TemplateId } from '../../shared/templates.ts';
import { type SmtpSink, startSmtpSink } from '../stand-ins/smtp-sink.ts';
import type { ServerProcess } from './server-process.ts';

/** The outcome of letters whose worker was killed several times. */
export interface KillTally {
  letters: number;
  kills: number;
  /** letters that were on the wire at a kill */
  inFlight: number;
  /** letters that are not `sent`, or that the mail server never took */
  lost: number;
  /** letters with other than one charge, or with one given back */
  chargedTwice: number;
  /** times a letter was taken once more */
  repeats: number;
  /** of those, repeats of a letter that was on the wire at no kill, or under another Message-ID */
  unexplained: number;
}

export interface KillRounds {
  rounds: number;
  lettersARound: number;
  /** the worker is killed at a random moment, at most so many milliseconds after its letters were sent */
  killWithin: number;
  services: Services;
  sink: TakingSink;
  /** starts a worker process on the same database and folder */
  startWorker: () => Promise<Pick<ServerProcess, 'kill'>>;
  log?: (line: string) => void;
}

/** Message-IDs and subjects in the order in which the mail server accepted them. */
export interface TakingSink extends SmtpSink {
  taken: string[];
  subjects: string[];
}

/** A mail server that answers after a random time and keeps only the Message-ID and the subject. */
export async function startTakingSink(slowest: number): Promise<TakingSink> {
  const taken: string[] = [];
  const subjects: string[] = [];
  const sink = await startSmtpSink({
    onData(stream, _session, callback) {
      headerOf(stream).then(async (header) => {
        await sleep(randomInt(slowest));
        taken.push(/^Message-ID: (<[^>]+>)/im.exec(header)?.[1] ?? '');
        subjects.push(/^Subject: (.*)\r$/im.exec(header)?.[1] ?? '');
        callback();
      }, callback);
    },
  });
  return { ...sink, taken, subjects };
}

async function headerOf(stream: Readable): Promise<string> {
  let header = '';
  for await (const chunk of stream) if (header.length < 16_384) header += chunk.toString('latin1');
  return header;
}

/** Sends letters and kills the worker at random moments; at the end a last worker finishes what is left. */
export async function runKillRounds(setting: KillRounds): Promise<KillTally> {
  const { services, log = () => undefined } = setting;
  const inFlight = new Set<number>();
  const letters: number[] = [];
  let worker = await setting.startWorker();
  for (let round = 1; round <= setting.rounds; round++) {
    letters.push(...(await sendLetters(services, setting.lettersARound)));
    await sleep(randomInt(setting.killWithin));
    await worker.kill();
    for (const id of await lettersIn(services, 'sending')) inFlight.add(id);
    log(
      `round ${round}: ${letters.length} letters, ${setting.sink.taken.length} taken, ${inFlight.size} cut off`,
    );
    worker = await setting.startWorker();
  }
  await allDone(services);
  await worker.kill();
  return tallyLetters(services, setting.sink, inFlight, setting.rounds);
}

/**
 * Letters of a new sender with credits for them, queued by the verbs that the routes call.
 * @param arrival when they are to arrive; at once without
 */
export async function sendLetters(
  services: Services,
  count: number,
  arrival?: ArrivalBody,
): Promise<number[]> {
  const { db, storage } = services;
  const uid = randomUUID();
  const person = {
    uid,
    email: `${uid}@example.com`,
    emailVerified: true,
    displayName: 'Maren Oakes',
  } as Person;
  const user = await upsertUser(db, person);
  await db.transaction((tx) =>
    writeEntry(tx, { userId: user.id, delta: count, kind: 'grant', reference: `${user.id}:for a test` }),
  );
  const photoId = randomUUID();
  const jpeg = Buffer.alloc(60_000, photoId);
  // Whole, so that a backup takes it.
  for (const variant of ['display', 'mail', 'thumbnail'] as const)
    await storage.put(photoKey(photoId, variant), jpeg);
  const sizes = { displayBytes: jpeg.length, mailBytes: jpeg.length, thumbnailBytes: jpeg.length };
  await db.insert(photos).values({
    id: photoId,
    owner: uid,
    originalName: 'page.jpg',
    width: 900,
    height: 1200,
    contentHash: photoId,
    ...sizes,
  });
  const template: TemplateId = 'vintage';
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const letter = {
      recipientName: 'Ilse Brandt',
      recipientEmail: `${n}.${uid}@example.org`,
      emailMessage: 'Dear {{recipientName}}',
      template,
      photoUrls: [`/uploads/${photoId}.jpg`],
    };
    const id = await db.transaction((tx) => createLetter(tx, services, person, letter));
    await db.transaction((tx) => sendLetter(tx, services, { person, ip: '127.0.0.1' }, id, { arrival }));
    ids.push(id);
  }
  return ids;
}

export async function lettersIn({ db }: Services, status: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from letters where status = ${status}`);
  return rows.map(({ id }) => Number(id));
}

const HUNG_AFTER_MS = 180_000;

/** Waits until nothing is on its way any more, or nothing has left for three minutes. */
export async function allDone(services: Services): Promise<void> {
  let [left, since] = [Infinity, performance.now()];
  while (left > 0 && performance.now() - since < HUNG_AFTER_MS) {
    const open = [...(await lettersIn(services, 'queued')), ...(await lettersIn(services, 'sending'))];
    if (open.length < left) [left, since] = [open.length, performance.now()];
    await sleep(500);
  }
}

/** Holds all letters of the database against what the mail server took. */
export async function tallyLetters(
  services: Services,
  sink: TakingSink,
  inFlight: Set<number>,
  kills: number,
): Promise<KillTally> {
  const { rows } = await services.db.execute<{
    id: string;
    status: string;
    messageId: string;
    charges: number;
  }>(sql`
    select l.id, l.status, l.message_id as "messageId",
      (select count(*)::int from ledger_entries e where e.kind in ('letter', 'letter-returned')
        and split_part(e.reference, ':', 1) = l.id::text) as charges
    from letters l`);
  const known = new Set(rows.map(({ messageId }) => messageId));
  const result = {
    letters: rows.length,
    kills,
    inFlight: inFlight.size,
    lost: 0,
    chargedTwice: 0,
    repeats: 0,
    unexplained: sink.taken.filter((messageId) => !known.has(messageId)).length,
  };
  for (const { id, status, messageId, charges } of rows) {
    const times = sink.taken.filter((taken) => taken === messageId).length;
    if (status !== 'sent' || times === 0) result.lost++;
    if (charges !== 1) result.chargedTwice++;
    result.repeats += Math.max(0, times - 1);
    if (times > 1 && !inFlight.has(Number(id))) result.unexplained += times - 1;
  }
  return result;
}
