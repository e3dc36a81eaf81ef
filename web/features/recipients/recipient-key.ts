/** Addresses that differ only in case or in surrounding space are the same person's: what groups letters. */
export function recipientKey(email: string): string {
  return email.trim().toLowerCase();
}
