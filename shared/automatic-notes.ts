import { z } from 'zod';
import { AUTOMATIC_KINDS } from '../packages/mail-reader/automatic-kinds.ts';

const automaticContent = z.object({
  kind: z.enum(AUTOMATIC_KINDS),
  /** the last day it names as away, `YYYY-MM-DD`; null when it names none */
  awayUntil: z.string().nullable(),
  subject: z.string(),
  /** the beginning of its whole text */
  text: z.string(),
});
export type AutomaticContent = z.infer<typeof automaticContent>;

/** A mail that a program in somebody's mailbox wrote in a conversation. It is no reply. */
export const automaticNote = automaticContent.extend({
  id: z.string(),
  createdAt: z.string(),
  /** whose mailbox wrote it */
  side: z.enum(['sender', 'recipient']),
});
export type AutomaticNote = z.infer<typeof automaticNote>;

export const NOTES_LISTED = 5;
