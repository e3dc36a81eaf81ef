import type { LetterStatus } from './letter-status.ts';
import type { Words } from './words.ts';

/** A letter that was never sent is shown nowhere. */
type Worded = Partial<Record<string, () => string>> & Record<Exclude<LetterStatus, 'created'>, () => string>;

/** As on its postmark, but for those that we word elsewhere. One that this build does not know is shown as it is. */
export function statusWord(status: string, { p }: Pick<Words, 'p'>): string {
  const words: Worded = {
    sealed: () => p('status of a letter', 'sealed'),
    scheduled: () => p('status of a letter', 'scheduled'),
    held: () => p('status of a letter', 'on hold'),
    queued: () => p('status of a letter', 'queued'),
    sending: () => p('status of a letter', 'sending'),
    sent: () => p('status of a letter', 'sent'),
    failed: () => p('status of a letter', 'failed'),
    bounced: () => p('status of a letter', 'came back'),
    unsent: () => p('status of a letter', 'unsent'),
  };
  return words[status]?.() ?? status;
}

/** As a line of a list. One that this build does not know is shown as it is. */
export function statusPhrase(status: string, { t }: Pick<Words, 't'>): string {
  const phrases: Worded = {
    sealed: () => t('Sealed'),
    scheduled: () => t('Waits for its day'),
    held: () => t('On hold'),
    queued: () => t('On its way'),
    sending: () => t('On its way'),
    sent: () => t('Sent'),
    failed: () => t('Not delivered'),
    bounced: () => t('Came back'),
    unsent: () => t('Not sent'),
  };
  return phrases[status]?.() ?? status;
}
