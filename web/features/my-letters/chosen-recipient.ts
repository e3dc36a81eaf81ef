import { useSearchParams } from 'react-router';
import { recipientKey } from '../recipients/recipient-key.ts';
import { useLetters, useReceivedLetters } from './letters-queries.ts';

const MAILBOX = '/my-letters';

export const mailboxPath = (conversationId?: string): string =>
  conversationId === undefined ? MAILBOX : `${MAILBOX}?to=${encodeURIComponent(conversationId)}`;

export const bookPath = (conversationId: string): string =>
  `${MAILBOX}/book?to=${encodeURIComponent(conversationId)}`;

export const cardPath = (conversationId: string): string =>
  `${MAILBOX}/book?letter=${encodeURIComponent(conversationId)}`;

/** What names the recipient in the URL (`?to=`): the id of a conversation with them, or their address in links of before. */
export function useChosenRecipient(): string | null {
  const [params] = useSearchParams();
  return params.get('to')?.trim() || null;
}

/** @returns the `recipientKey`; null until a letter of theirs is loaded */
export function useAddressOf(chosen: string | null): string | null {
  const [sent] = useLetters(chosen).data ?? [];
  const [came] = useReceivedLetters(chosen).data ?? [];
  return recipientKey(sent?.recipientEmail ?? came?.senderEmail ?? '') || null;
}
