import type { Said } from '../../../shared/words.ts';

export interface OutgoingMail {
  to: { name?: string; address: string };
  subject: string;
  text: string;
  html?: string;
  /** BCP 47 */
  language?: string;
  replyTo?: string;
  /** page that ends such mails, also by one POST (RFC 8058); absent for mails that nobody can end */
  stopUrl?: string;
  /** of the envelope sender, for mails whose bounces are read; those of others go to the From address */
  bounceToken?: string;
  /** fixed when it is enqueued, so that a repeated attempt is the same message */
  messageId: string;
}

export interface AskedLink {
  letterId: number;
  /** as somebody typed it, or that of a letter */
  address: string;
  /** whether whoever asked has what only that mailbox was sent */
  byRecipient: boolean;
  /** of whoever asked (`mailNetworkOf`); absent in jobs of an earlier version */
  network?: string;
}

/** Where and when somebody asked for something: nothing as the browser wrote it, and no address. */
export interface AskedFrom {
  browser: Said;
  /** ISO 8601 */
  at: string;
}

/** Whether there is an account or not. */
export interface AskedAccountLink {
  code: 'PASSWORD_RESET' | 'EMAIL_SIGNIN';
  /** lower-cased */
  email: string;
  /** asked for in a browser that the proved account knows */
  isOwners: boolean;
  /** see `countUnaskedMail` */
  withinShare: boolean;
  /** of whoever asked, BCP 47 */
  languages: string[];
  ip: string;
  /** absent in jobs of an earlier version */
  from?: AskedFrom;
}

/** Has nothing that names the person. */
export interface Erasure {
  /** a UUID, which the audit entry of the erasure has as well: a database that knows it has done it */
  id: string;
  /** keyed hash of the person's uid */
  person: string;
  cause: 'account delete' | 'account hand over';
  /** ISO 8601 */
  at: string;
}

interface Settings<Data> {
  /** each takes one job at a time: a batch would wait for its slowest, and a mail server may take ten minutes */
  loops: number;
  /** retries of a job whose handler rejects, before it fails for good */
  retryLimit: number;
  /** processes that may die under a job within a day before it is set aside for the operator */
  deathsAllowed: number;
  /** true: after the first death no other job runs beside it in the process, so that a second death is its own */
  aloneAfterDeath: boolean;
  /** id of what the job is about, else the job's own; deaths are counted by it, because one letter may have several jobs in turn */
  subject: (data: Data, jobId: string) => string;
}

/** On our own data; a process may die under it by a power cut or a restart, but not five times within a day. */
const job = <Data>(
  settings: Pick<Settings<Data>, 'loops' | 'retryLimit'> & Partial<Settings<Data>>,
): Settings<Data> => ({ deathsAllowed: 5, aloneAfterDeath: false, subject: (_data, id) => id, ...settings });

/** With pauses of an hour at most: for as long as jobs are kept. One that failed for good is gone after a day. */
const AS_LONG_AS_KEPT = 330;

/**
 * Set aside after two deaths and run alone after the first: anybody can send a mail, so one that crashes a process
 * must not crash the next, and one read beside it must not be blamed.
 */
const reading = (loops: number): Settings<{ inboundMessageId: string }> => ({
  loops,
  retryLimit: AS_LONG_AS_KEPT,
  deathsAllowed: 2,
  aloneAfterDeath: true,
  subject: ({ inboundMessageId }) => inboundMessageId,
});

/** Data is JSON, as it waits in the queue. The handlers are in `worker.ts`. */
const KINDS = {
  'send-letter': job<{ letterId: number }>({
    loops: 6,
    retryLimit: 10,
    subject: ({ letterId }) => String(letterId),
  }),
  'send-mail': job<OutgoingMail>({ loops: 4, retryLimit: 40 }),
  'mail-letters-link': job<AskedLink>({ loops: 4, retryLimit: 10 }),
  'mail-account-link': job<AskedAccountLink>({ loops: 2, retryLimit: 10 }),
  'read-inbound-message': reading(4),
  'reread-inbound-message': reading(1),
  'relay-reply': job<{ replyId: number }>({
    loops: 4,
    retryLimit: 10,
    subject: ({ replyId }) => String(replyId),
  }),
  /** storage keys whose rows are gone */
  'erase-files': job<{ keys: string[] }>({ loops: 1, retryLimit: 40 }),
  'note-erasure': job<Erasure>({ loops: 1, retryLimit: AS_LONG_AS_KEPT, subject: ({ id }) => id }),
};

export type JobName = keyof typeof KINDS;
export type JobData = { [Name in JobName]: Parameters<(typeof KINDS)[Name]['subject']>[0] };

export const JOBS: { [Name in JobName]: Settings<JobData[Name]> } = KINDS;
