import type { ConversationSummary, Reply } from '../../../shared/conversations.ts';
import { recipientKey } from '../recipients/recipient-key.ts';
import { countOf } from './recipients-panel/recipient-groups.ts';

/** Badge of the mail provider a reply came through; 'Email' when it is not known (spec section 2). */
export function providerBadge(emailProvider: string): string {
  return emailProvider.trim() || 'Email';
}

/** 'Your Reply' or 'Their Reply', as seen by the one who reads: the letter's sender or its recipient. */
export function replyTitle(reply: Pick<Reply, 'isFromOriginalSender'>, readerIsSender: boolean): string {
  return reply.isFromOriginalSender === readerIsSender ? 'Your Reply' : 'Their Reply';
}

/** True when `fullText` holds more than the new text: quotes, a signature. Line endings and margins don't count. */
export function hasMoreText(reply: Pick<Reply, 'body' | 'fullText'>): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return plain(reply.fullText) !== '' && plain(reply.fullText) !== plain(reply.body);
}

/** The address at the other end of a conversation, for the person with `ownEmail`. */
export function otherParty(
  conversation: Pick<ConversationSummary, 'senderEmail' | 'recipientEmail'>,
  ownEmail: string,
) {
  return isSender(conversation, ownEmail) ? conversation.recipientEmail : conversation.senderEmail;
}

/** True when the person with `ownEmail` wrote the letter that began it. */
export function isSender(conversation: { senderEmail: string }, ownEmail: string): boolean {
  return recipientKey(conversation.senderEmail) === recipientKey(ownEmail);
}

/** 'Active conversation' beyond one message, else 'New letter' (spec section 4). */
export function conversationState(messageCount: number): string {
  return messageCount > 1 ? 'Active conversation' : 'New letter';
}

/** What to say of letters that others wrote to this person. */
export function receivedWords(count: number, more: boolean): string {
  const letters = countOf(count, 'letter');
  return `Somebody wrote to you: ${more ? 'more than ' : ''}${letters} ${count === 1 ? 'is' : 'are'} in your Letter Box.`;
}

/** Only 'sent' is in the success style; any other status is secondary (spec section 4). */
export function statusTone(status: string): 'success' | 'secondary' {
  return status === 'sent' ? 'success' : 'secondary';
}

/** What stands for the sent date of a letter that has none. */
export function unsentWords(status: string): string {
  return isUndelivered(status) ? 'Not sent' : 'Not sent yet';
}

/** What to say of a letter that did not arrive; null of any other. */
export function undeliveredWords(status: string): string | null {
  if (!isUndelivered(status)) return null;
  return status === 'bounced' ? 'Came back' : 'Not delivered';
}

/** A letter that came to nothing: it shared no photo, and its credit went back. */
function isUndelivered(status: string): boolean {
  return status === 'failed' || status === 'bounced';
}
