import type { JobTable } from './core/jobs/queue.ts';

/**
 * Settings of every kind of job. Their handlers are in `worker.ts`.
 *
 * The reading of a message is set aside after two deaths and runs alone after the first: anybody can send a mail, so one
 * that crashes a process must not crash the next, and one read beside it must not be blamed. The other kinds work on our
 * own data; a process may die under them by a power cut or a restart, but not five times within a day.
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
  'mail-letters-link': {
    loops: 1,
    batchSize: 4,
    retryLimit: 10,
    deathsAllowed: 5,
    aloneAfterDeath: false,
    subject: (_asked, jobId) => jobId,
  },
  'read-inbound-message': {
    loops: 4,
    // One: a batch is fetched when the last of the batch before has ended, and one may take seconds.
    batchSize: 1,
    retryLimit: 10,
    deathsAllowed: 2,
    aloneAfterDeath: true,
    subject: ({ inboundMessageId }) => inboundMessageId,
  },
  'reread-inbound-message': {
    loops: 1,
    batchSize: 1,
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
  'note-erasure': {
    loops: 1,
    batchSize: 1,
    // With pauses of an hour at most: for as long as jobs are kept.
    retryLimit: 330,
    deathsAllowed: 5,
    aloneAfterDeath: false,
    subject: ({ id }) => id,
  },
};
