/** Addresses that differ only in case or surrounding space are the same recipient's. */
export function recipientKey(email: string): string {
  return email.trim().toLowerCase();
}
