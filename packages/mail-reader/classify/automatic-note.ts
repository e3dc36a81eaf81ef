import type { AutomaticKind } from '../automatic-kinds.ts';
import { tellsOfAbsence } from './automatic-words.ts';
import { awayUntil } from './away-until.ts';
import type { NotAReply, ReplyCandidate } from './not-a-reply.ts';

const SUBJECT_MAX_CHARACTERS = 500;
const TEXT_MAX_CHARACTERS = 4_000;

/** Kinds of messages that a conversation lists; what a bounce or a complaint says is told elsewhere. */
const LISTED: Partial<Record<NotAReply, AutomaticKind>> = {
  'auto-reply': 'other',
  challenge: 'challenge',
  receipt: 'receipt',
  list: 'list',
};

export interface AutomaticContent {
  kind: AutomaticKind;
  /** the last day it names as away, `YYYY-MM-DD`; null when it names none */
  awayUntil: string | null;
  subject: string;
  text: string;
}

/**
 * What a conversation lists of a program's answer; null for kinds that it does not list.
 * @param receivedAt decides which year a date without one means
 */
export function automaticContent(
  why: NotAReply,
  { subject, fullText, body }: ReplyCandidate & { fullText: string },
  receivedAt: Date,
): AutomaticContent | null {
  const listed = LISTED[why];
  if (!listed) return null;
  const said = `${subject}\n${body || fullText}`;
  const until = listed === 'other' ? awayUntil(said, receivedAt) : null;
  const kind = listed === 'other' && (until !== null || tellsOfAbsence(subject, said)) ? 'away' : listed;
  return {
    kind,
    awayUntil: until,
    subject: subject
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim()
      .slice(0, SUBJECT_MAX_CHARACTERS)
      .toWellFormed(),
    text: fullText.trim().slice(0, TEXT_MAX_CHARACTERS).toWellFormed(),
  };
}
