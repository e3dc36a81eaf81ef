import { relayReply } from './answers/relay-reply.ts';
import { findHold } from './core/holds.ts';
import type { JobHandlers } from './core/jobs/queue.ts';
import { STEPS_AT_START, seenNumber } from './core/set-back.ts';
import { deliverLetter } from './letters/deliver/deliver-letter.ts';
import { imapAccount, pollMailbox } from './mail/in/imap/imap-poller.ts';
import { processMessage, rereadMessage } from './mail/in/process-message.ts';
import { sendMail } from './mail/out/send-mail.ts';
import { takeTurn } from './mail/out/server-turns.ts';
import { returnRefused } from './money/gifts/record-gift-bounce.ts';
import { noteSeen } from './operator/hold-restored.ts';
import { eraseFiles } from './pages/account/erase-account.ts';
import type { AllServices } from './pages/account/erasure-list.ts';
import { mailLettersLink } from './pages/all-letters/mail-link.ts';
import { mailAskedLink } from './people/identity/protocol/send-oob-code.ts';
import { startSchedule } from './schedule.ts';

/** Milliseconds between checks whether the database is held. */
const CHECK_MS = 2_000;

/** Runs jobs while the database is not held, and not before storage has said whether the database was restored. */
export async function startWorker(services: AllServices): Promise<{ stop(): Promise<void> }> {
  const { db, log } = services;
  let running: { stop(): Promise<void> } | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let lastCount = 0;
  const check = async () => {
    const count = await seenNumber(db);
    // A count that fell is that of a database that was set back while this process ran.
    const isKnown = running && count >= lastCount;
    const hold = isKnown ? await findHold(db, 'restored') : await noteSeen(services, STEPS_AT_START);
    lastCount = count;
    if (hold) {
      log.warn({ reason: hold.reason }, 'held: nothing leaves until npm run admin -- release');
      await running?.stop();
      if (running) await services.queue.endLoops();
      running = null;
    } else if (!stopped) {
      running ??= await startRunning(services);
    }
  };
  const checkRepeatedly = async () => {
    await check().catch((error: unknown) =>
      log.warn({ err: error, working: running !== null }, 'whether the database is held is not known'),
    );
    if (stopped) return;
    timer = setTimeout(() => {
      checking = checkRepeatedly();
    }, CHECK_MS);
  };
  let checking = checkRepeatedly();
  await checking;
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await checking;
      await running?.stop();
    },
  };
}

async function startRunning(services: AllServices): Promise<{ stop(): Promise<void> }> {
  const handlers: JobHandlers = {
    'send-letter': ({ letterId }) => deliverLetter(services, letterId),
    'send-mail': async (mail) => {
      const turn = await takeTurn(services);
      if (!turn) throw new Error('The mail server is away.');
      await sendMail({ ...services, mail: turn.mail }, mail, (token, reason) =>
        returnRefused(services, token, reason),
      );
    },
    'mail-letters-link': (asked) => mailLettersLink(services, asked),
    'mail-account-link': (asked) => mailAskedLink(services, asked),
    'read-inbound-message': ({ inboundMessageId }) => processMessage(services, inboundMessageId),
    'reread-inbound-message': ({ inboundMessageId }) => rereadMessage(services, inboundMessageId),
    'relay-reply': ({ replyId }) => relayReply(services, replyId),
    'erase-files': (files) => eraseFiles(services, files),
    'note-erasure': (erasure) => services.erasures.note(erasure),
  };
  const { IMAP_URL } = services.config;
  // While one letter is on a connection, another is composed.
  const loops = { 'send-letter': 2 * services.config.SMTP_CONNECTIONS };
  await services.queue.work(handlers, services.meters, loops);
  const poller = IMAP_URL ? pollMailbox(services, imapAccount(IMAP_URL)) : null;
  const schedule = startSchedule(services);
  return {
    async stop() {
      schedule.stop();
      await poller?.close();
    },
  };
}
