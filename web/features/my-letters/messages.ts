import type { ConversationSummary, ParticipantRole, Reply } from '../../../shared/conversations.ts';
import { p, t } from '../../lib/words.tsx';

/** Badge of the mail provider a reply came through; 'Email' when it is not known (spec section 2). */
export function providerBadge(emailProvider: string): string {
  const provider = emailProvider.trim();
  // What the server says where it was no provider's.
  if (provider === 'Letter page') return t('Letter page');
  return provider === '' || provider === 'Email' ? p('way of sending', 'Email') : provider;
}

/** 'via provider' (spec section 2). */
export function viaProvider(emailProvider: string): string {
  const provider = emailProvider.trim();
  if (provider === 'Letter page') return t('via Letter page');
  return provider === '' || provider === 'Email' ? t('via Email') : t('via {provider}', { provider });
}

/** 'Your Reply' or 'Their Reply' (spec section 2). */
export function replyTitle({ own }: Pick<Reply, 'own'>): string {
  return own ? t('Your Reply') : t('Their Reply');
}

/** True when `fullText` holds more than the new text, such as quotes or a signature. White space is not compared. */
export function hasMoreText(reply: Pick<Reply, 'body' | 'fullText'>): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return plain(reply.fullText) !== '' && plain(reply.fullText) !== plain(reply.body);
}

type Parties = Pick<ConversationSummary, 'senderEmail' | 'senderName' | 'recipientEmail' | 'recipientName'>;

/**
 * Name and address at the other end of a conversation; each may be empty, the address while the sender has not
 * verified it.
 * @param role the reader's own
 */
export function otherParty(role: ParticipantRole, parties: Parties): { name: string; address: string } {
  return role === 'sender'
    ? { name: parties.recipientName.trim(), address: parties.recipientEmail }
    : { name: parties.senderName.trim(), address: parties.senderEmail };
}

/** 'Active conversation' beyond one message, else 'New letter' (spec section 4). */
export function conversationState(messageCount: number): string {
  return messageCount > 1 ? t('Active conversation') : t('New letter');
}

/** Only 'sent' is in the success style; any other status is secondary (spec section 4). */
export function statusTone(status: string): 'success' | 'secondary' {
  return status === 'sent' ? 'success' : 'secondary';
}

const STATUS_WORDS: Record<string, () => string> = {
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

/**
 * The word for a letter's status: in English its own (spec section 4), but for those that have a word that we say
 * everywhere; one that this build does not know as it is.
 */
export function statusWord(status: string): string {
  return STATUS_WORDS[status]?.() ?? status;
}

/** Replaces the sent date of a letter that has none. */
export function notSentLabel(status: string): string {
  return isUndelivered(status) ? t('Not sent') : t('Not sent yet');
}

/** Label of a letter that was not delivered; null for any other status. */
export function undeliveredLabel(status: string): string | null {
  if (!isUndelivered(status)) return null;
  if (status === 'unsent') return t('Not sent');
  return status === 'bounced' ? t('Came back') : t('Not delivered');
}

function isUndelivered(status: string): boolean {
  return ['failed', 'bounced', 'unsent'].includes(status);
}
