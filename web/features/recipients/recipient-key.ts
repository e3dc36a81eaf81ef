/** Addresses that differ only in case or surrounding space are the same recipient's. */
export const recipientKey = (email: string): string => email.trim().toLowerCase();
