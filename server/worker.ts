import { eraseFiles } from './account/erase-files.ts';
import { relayReply } from './conversations/relay-reply.ts';
import type { JobHandlers } from './jobs.ts';
import { deliverLetter } from './letters/deliver-letter.ts';
import { readInboundMessage } from './mail/read-inbound-message.ts';
import { sendMail } from './mail/send-mail.ts';
import { startSchedule } from './schedule.ts';
import type { Services } from './services.ts';

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
