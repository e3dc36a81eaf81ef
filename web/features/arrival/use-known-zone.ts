import { recipientKey } from '../recipients/recipient-key.ts';
import { useRecipients } from '../recipients/recipients-query.ts';

/** Null when the address book has none for the address. */
export function useKnownZone(email: string): string | null {
  const { data: book } = useRecipients();
  return book?.find((entry) => recipientKey(entry.email) === recipientKey(email))?.timeZone ?? null;
}
