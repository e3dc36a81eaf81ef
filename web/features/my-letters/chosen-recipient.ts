import { useSearchParams } from 'react-router';
import { recipientKey } from '../recipients/recipient-key.ts';

const MAILBOX = '/my-letters';

export function mailboxPath(key?: string): string {
  return key === undefined ? MAILBOX : `${MAILBOX}?to=${encodeURIComponent(key)}`;
}

export const bookPath = (address: string): string => `${MAILBOX}/book?to=${encodeURIComponent(address)}`;

export const cardPath = (conversationId: string): string =>
  `${MAILBOX}/book?letter=${encodeURIComponent(conversationId)}`;

/** The recipient chosen in the URL (`?to=`), as a `recipientKey`, or null. */
export function useChosenRecipient(): string | null {
  const [params] = useSearchParams();
  return recipientKey(params.get('to') ?? '') || null;
}
