import type { ConversationSummary, ParticipantRole, Reply } from '../../../shared/conversations.ts';
import { isIn, STATUS } from '../../../shared/letter-status.ts';
import { statusPhrase } from '../../../shared/letter-status-words.ts';
import { currentWords, p, t } from '../../lib/words.tsx';

/** Spec section 2; 'Email' when the provider is not known. */
export function providerBadge(emailProvider: string): string {
  const provider = emailProvider.trim();
  // What the server says where it was no provider's.
  if (provider === 'Letter page') return t('Letter page');
  return provider === '' || provider === 'Email' ? p('way of sending', 'Email') : provider;
}

export function viaProvider(emailProvider: string): string {
  const provider = emailProvider.trim();
  if (provider === 'Letter page') return t('via Letter page');
  return provider === '' || provider === 'Email' ? t('via Email') : t('via {provider}', { provider });
}

export const replyTitle = ({ own }: Pick<Reply, 'own'>): string => (own ? t('Your Reply') : t('Their Reply'));

/** Whether there are quotes or a signature. White space is not compared. */
export function hasMoreText(reply: Pick<Reply, 'body' | 'fullText'>): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return plain(reply.fullText) !== '' && plain(reply.fullText) !== plain(reply.body);
}

type Parties = Pick<ConversationSummary, 'senderEmail' | 'senderName' | 'recipientEmail' | 'recipientName'>;

/** Each may be empty, the address while the sender has not verified it. @param role the reader's own */
export function otherParty(role: ParticipantRole, parties: Parties): { name: string; address: string } {
  return role === 'sender'
    ? { name: parties.recipientName.trim(), address: parties.recipientEmail }
    : { name: parties.senderName.trim(), address: parties.senderEmail };
}

/** Spec section 4. */
export const conversationState = (messageCount: number): string =>
  messageCount > 1 ? t('Active conversation') : t('New letter');

/** Spec section 4. */
export const statusTone = (status: string): 'success' | 'secondary' =>
  status === STATUS.sent ? 'success' : 'secondary';

export const notSentLabel = (status: string): string =>
  isIn('retryable', status) ? t('Not sent') : t('Not sent yet');

/** How a letter stands that was not delivered; null for any other. */
export const undeliveredLabel = (status: string): string | null =>
  isIn('retryable', status) ? statusPhrase(status, currentWords()) : null;
