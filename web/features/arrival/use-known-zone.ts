import { recipientKey } from '../recipients/recipient-key.ts';
import { useRecipients } from '../recipients/recipients-query.ts';

/** The time zone that the address book has for an address; null when it is not known. */
export function useKnownZone(email: string): string | null {
  const { data: book } = useRecipients();
  return book?.find((entry) => recipientKey(entry.email) === recipientKey(email))?.timeZone ?? null;
}
