import type { JobTable } from './platform/jobs/queue.ts';

/**
 * Every kind of job and how it is worked on. What runs under them stands in `worker.ts`.
 *
 * Reading an inbound message is set aside after two deaths and retried alone after the first: anybody can write a mail,
 * so one that ends a process must not end the next one, and the mails read beside it must not be blamed. The other
 * kinds work on data of our own; processes die under them by power cuts and restarts, but not five times within a day.
 */
export const JOBS: JobTable = {
  'send-letter': {
    loops: 3,
    batchSize: 2,
    retryLimit: 10,
    deathsAllowed: 5,
    aloneAfterDeath: false,
    subject: ({ letterId }) => String(letterId),
  },
  'send-mail': {
    loops: 1,
    batchSize: 4,
    retryLimit: 40,
    deathsAllowed: 5,
    aloneAfterDeath: false,
    subject: (_mail, jobId) => jobId,
  },
  'read-inbound-message': {
    loops: 2,
    batchSize: 4,
    retryLimit: 10,
    deathsAllowed: 2,
    aloneAfterDeath: true,
    subject: ({ inboundMessageId }) => inboundMessageId,
  },
  'relay-reply': {
    loops: 2,
    batchSize: 2,
    retryLimit: 10,
    deathsAllowed: 5,
    aloneAfterDeath: false,
    subject: ({ replyId }) => String(replyId),
  },
  'erase-files': {
    loops: 1,
    batchSize: 1,
    retryLimit: 40,
    deathsAllowed: 5,
    aloneAfterDeath: false,
    subject: (_files, jobId) => jobId,
  },
};
