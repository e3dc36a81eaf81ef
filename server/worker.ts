import { relayReply } from './answers/relay-reply.ts';
import { findHold } from './core/holds.ts';
import type { JobHandlers } from './core/jobs/queue.ts';
import { BEGIN, seenNumber } from './core/set-back.ts';
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

/** Milliseconds between looks whether a restored database is held. */
const LOOK_MS = 2_000;

/**
 * On a restored database it waits until an operator releases it, and while storage does not answer until that is known. It
 * rests as well when the database is held later.
 */
export async function startWorker(services: AllServices): Promise<{ stop(): Promise<void> }> {
  const { db, log } = services;
  let working: { stop(): Promise<void> } | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let seen = 0;
  const look = async () => {
    const number = await seenNumber(db);
    const goesOn = working && number >= seen;
    const hold = goesOn ? await findHold(db, 'restored') : await noteSeen(services, BEGIN);
    seen = number;
    if (hold) {
      log.warn({ reason: hold.reason }, 'held: nothing leaves until npm run admin -- release');
      await working?.stop();
      if (working) await services.queue.rest();
      working = null;
    } else if (!stopped) {
      working ??= await startWorking(services);
    }
  };
  const lookOn = async () => {
    await look().catch((error: unknown) =>
      log.warn({ err: error, working: working !== null }, 'whether the database is held is not known'),
    );
    if (stopped) return;
    timer = setTimeout(() => {
      looking = lookOn();
    }, LOOK_MS);
  };
  let looking = lookOn();
  await looking;
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await working?.stop();
    },
  };
}

async function startWorking(services: AllServices): Promise<{ stop(): Promise<void> }> {
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
  // As many prepare their letter as send one.
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
