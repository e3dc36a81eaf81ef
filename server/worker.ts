import { eraseFiles } from './account/erase-files.ts';
import { relayReply } from './conversations/relay-reply.ts';
import { sendMail } from './delivery/send-mail.ts';
import { readInboundMessage } from './inbound/read-inbound-message.ts';
import { deliverLetter } from './letters/deliver-letter.ts';
import type { JobHandlers } from './platform/jobs/queue.ts';
import type { Services } from './platform/services.ts';
import { startSchedule } from './schedule.ts';

/** Starts the work that is done after the answer; stopping the queue lets what is in flight finish. */
export async function startWorker(services: Services): Promise<{ stop(): void }> {
  const handlers: JobHandlers = {
    'send-letter': ({ letterId }) => deliverLetter(services, letterId),
    'send-mail': (mail) => sendMail(services, mail),
    'read-inbound-message': ({ inboundMessageId }) => readInboundMessage(services, inboundMessageId),
    'relay-reply': ({ replyId }) => relayReply(services, replyId),
    'erase-files': (files) => eraseFiles(services, files),
  };
  await services.queue.work(handlers, services.meters);
  return startSchedule(services);
}
