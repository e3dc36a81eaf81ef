import { eraseFiles } from './account/erase-account.ts';
import { relayReply } from './conversations/relay-reply.ts';
import { sendMail } from './delivery/send-mail.ts';
import { processMessage, rereadMessage } from './inbound/process-message.ts';
import { inboundHandlers } from './inbound-handlers.ts';
import { deliverLetter } from './letters/deliver-letter.ts';
import type { JobHandlers } from './platform/jobs/queue.ts';
import type { Services } from './platform/services.ts';
import { startSchedule } from './schedule.ts';

/** Starts the job handlers and the schedule; stopping the queue lets running jobs finish. */
export async function startWorker(services: Services): Promise<{ stop(): void }> {
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
  await services.queue.work(handlers, services.meters);
  return startSchedule(services);
}
