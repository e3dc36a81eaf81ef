/*
 * The life of a letter: which statuses there are, which may follow which and who may do what in each. Words:
 * `letter-status-words.ts`; SQL: `server/core/db/status-in.ts`. No other file names a status by a literal; a test holds that.
 */

export const STATUS = {
  /** stored, not sent: neither listed nor charged */
  created: 'created',
  /** charged; waits until its sender's address is confirmed */
  sealed: 'sealed',
  /** charged; waits for the time at which it is to arrive */
  scheduled: 'scheduled',
  /** charged; waits while its sender is paused */
  held: 'held',
  /** waits for its turn at the mail server */
  queued: 'queued',
  /** an attempt is under way */
  sending: 'sending',
  /** the mail server has it */
  sent: 'sent',
  /** given up */
  failed: 'failed',
  /** a mail server reported that it did not arrive */
  bounced: 'bounced',
  /** it waited and was not sent; its credit was returned */
  unsent: 'unsent',
} as const;

export type LetterStatus = keyof typeof STATUS;

/** Charged, but not sent at once. */
export type Waiting = 'sealed' | 'scheduled' | 'held';

const AFTER_SEND = ['queued', 'sealed', 'scheduled', 'held'] as const;

const NEXT: Record<LetterStatus, readonly LetterStatus[]> = {
  created: AFTER_SEND,
  sealed: ['queued', 'scheduled', 'held', 'unsent'],
  // 'sealed', because its sender's address may be unconfirmed by then.
  scheduled: ['queued', 'scheduled', 'held', 'sealed', 'failed', 'unsent'],
  held: ['queued', 'scheduled', 'held', 'unsent'],
  queued: ['sending', 'held', 'failed', 'bounced'],
  sending: ['sending', 'queued', 'sent', 'failed', 'bounced'],
  sent: ['bounced'],
  failed: AFTER_SEND,
  bounced: AFTER_SEND,
  unsent: AFTER_SEND,
};

const WAITING = ['sealed', 'scheduled', 'held'] as const;
const IN_QUEUE = ['queued', 'sending'] as const;
const POSTED = [...IN_QUEUE, 'sent'] as const;

/** A status that is in no group, such as one added later, shows a letter to its sender alone. */
const GROUPS = {
  waiting: WAITING,
  /** waits for its day, if it has one: its sender may change that, or take the letter back */
  forItsDay: ['sealed', 'scheduled'],
  inQueue: IN_QUEUE,
  /** not sent yet; it will be sent without another request */
  toLeave: [...WAITING, ...IN_QUEUE],
  /** on its way to its recipient, or arrived */
  posted: POSTED,
  /** its recipient may see it: a mail that failed or came back may have been read all the same, by a forwarded copy, say */
  seenByRecipient: [...POSTED, 'failed', 'bounced'],
  /** it may become a draft again, so the originals of its edited photos are kept */
  mayBeDraftAgain: [...WAITING, 'unsent'],
  /** given up, or reported as not arrived */
  notArrived: ['failed', 'bounced'],
  /** it may be sent again, and is charged again */
  retryable: ['failed', 'bounced', 'unsent'],
} as const satisfies Record<string, readonly LetterStatus[]>;

export type LetterGroup = keyof typeof GROUPS;

export const statusesIn = <Group extends LetterGroup>(group: Group): (typeof GROUPS)[Group] => GROUPS[group];

/** @param status as it is stored or sent, which may be one that this build does not know */
export const isIn = (group: LetterGroup, status: string): boolean =>
  GROUPS[group].some((known) => known === status);

export const waitingStatus = (status: string): Waiting | null =>
  WAITING.find((known) => known === status) ?? null;

export const statusesBefore = (status: LetterStatus): LetterStatus[] =>
  Object.values(STATUS).filter((before) => NEXT[before].includes(status));
