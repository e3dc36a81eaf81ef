import { eraseFiles } from './account/erase-account.ts';
import { relayReply } from './conversations/relay-reply.ts';
import { sendMail } from './delivery/send-mail.ts';
import { ImapPoller, imapAccount } from './inbound/imap/imap-poller.ts';
import { processMessage, rereadMessage } from './inbound/process-message.ts';
import { inboundHandlers } from './inbound-handlers.ts';
import { deliverLetter } from './letters/deliver-letter.ts';
import { findHold } from './platform/holds.ts';
import type { JobHandlers } from './platform/jobs/queue.ts';
import type { Services } from './platform/services.ts';
import { holdWhenSetBack } from './platform/set-back.ts';
import { startSchedule } from './schedule.ts';

/** Milliseconds between looks whether the hold of a restored database was released. */
const HELD_MS = 2_000;

/**
 * Starts the job handlers, the schedule and the mailbox that is fetched; stopping the queue lets running jobs finish. On a
 * database that was restored it waits until an operator releases it.
 */
export async function startWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  const { db, log } = services;
  await holdWhenSetBack(services);
  let working: { stop(): Promise<void> } | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const begin = async () => {
    const hold = await findHold(db, 'restored');
    if (hold) log.warn({ reason: hold.reason }, 'held: nothing leaves until npm run admin -- release');
    else if (!stopped) working = await startWorking(services);
    return hold !== null;
  };
  const look = () => {
    timer = setTimeout(async () => {
      const held = await begin().catch((error: unknown) => {
        log.warn({ err: error }, 'whether the database is held is not known');
        return true;
      });
      if (held && !stopped) look();
    }, HELD_MS);
  };
  if (await begin()) look();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await working?.stop();
    },
  };
}

async function startWorking(services: Services): Promise<{ stop(): Promise<void> }> {
  const handlers: JobHandlers = {
    'send-letter': ({ letterId }) => deliverLetter(services, letterId),
    'send-mail': (mail) => sendMail(services, mail),
    'read-inbound-message': ({ inboundMessageId }) =>
      processMessage(services, inboundHandlers, inboundMessageId),
    'reread-inbound-message': ({ inboundMessageId }) =>
      rereadMessage(services, inboundHandlers, inboundMessageId),
    'relay-reply': ({ replyId }) => relayReply(services, replyId),
    'erase-files': (files) => eraseFiles(services, files),
  };
  const { IMAP_URL } = services.config;
  const poller = IMAP_URL ? new ImapPoller(services, imapAccount(IMAP_URL)) : null;
  await services.queue.work(handlers, services.meters);
  const schedule = startSchedule(services);
  return {
    async stop() {
      schedule.stop();
      await poller?.close();
    },
  };
}
