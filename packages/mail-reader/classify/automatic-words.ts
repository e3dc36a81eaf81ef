import { anyOf } from '../phrases.ts';

/* Words that show that a program answered for somebody. */

/** Names of an automatic answer, at the beginning of a subject. */
const AUTOMATIC_NAME = new RegExp(`^${anyOf('answer names')}`, 'iu');

/** Words for being away. A person's subject may begin with them, too, but goes on differently. */
const ABSENCE_NAME = new RegExp(
  String.raw`^${anyOf('absence names')}(?=$|\s*[:;.|()[\]\-–—/：]|\s+${anyOf('behind absence')}\b)`,
  'iu',
);

/** Fields and words of mail that asks strangers to prove that they are people. */
const CHALLENGE_SUBJECT = new RegExp(anyOf('challenge subjects'), 'iu');
const CHALLENGE_TEXT = new RegExp(String.raw`\b${anyOf('challenges')}`, 'i');

/** Subjects of read receipts. A person's may begin like that, too, so the text is checked as well. */
const RECEIPT_SUBJECT = new RegExp(String.raw`^[^\p{L}]{0,3}${anyOf('receipt subjects')}`, 'iu');
const RECEIPT_TEXT = new RegExp(
  String.raw`(?<!\p{L})${anyOf('receipts')}|${anyOf('receipts unspaced')}`,
  'iu',
);

/** First words of a program's text; further down they may be in a person's footer. */
const AUTOMATIC_TEXT = new RegExp(
  String.raw`^(?:[^\n]{0,80}[,!:]\s{1,10})?[^\p{L}\n]{0,10}${anyOf('automatic begins')}`,
  'iu',
);

/** Words of a note that somebody is away. */
const AWAY = new RegExp(
  String.raw`(?<!\p{L})${anyOf('away words')}(?!\p{L})|${anyOf('away words unspaced')}`,
  'iu',
);

/** 'AUTO: Ilse Brandt is out of the office (returning 05/04/2026)' (HCL Notes). A German may write 'Auto:' about a car. */
const NOTES_SUBJECT = /^auto ?: .{1,120}\([^()\d]{1,40}\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\.?\)$/iu;

const start = (subject: string) => subject.replace(/^[^\p{L}\p{N}]{1,10}/u, '').slice(0, 300);

/** True for the subject of an automatic answer: `Auto reply: …`, `Abwesenheit: …`. */
export function isAutomaticSubject(subject: string): boolean {
  const begin = start(subject.trim());
  if (NOTES_SUBJECT.test(begin) && AWAY.test(begin)) return true;
  return AUTOMATIC_NAME.test(begin) || ABSENCE_NAME.test(begin);
}

const BEGINNING = 3_000;

export const isAutomaticText = (text: string): boolean =>
  AUTOMATIC_TEXT.test(text.trimStart().slice(0, BEGINNING));

export const isReceipt = (subject: string, text: string): boolean =>
  RECEIPT_SUBJECT.test(subject.trim()) && RECEIPT_TEXT.test(text.slice(0, BEGINNING));

/** @param automatic other signs show that a program wrote it: then subject or text alone is enough */
export const isChallenge = (subject: string, text: string, automatic: boolean): boolean =>
  (CHALLENGE_SUBJECT.test(subject.slice(0, 300)) && CHALLENGE_TEXT.test(text.slice(0, BEGINNING))) ||
  (automatic &&
    (CHALLENGE_SUBJECT.test(subject.slice(0, 300)) || CHALLENGE_TEXT.test(text.slice(0, BEGINNING))));

export const tellsOfAbsence = (subject: string, text: string): boolean =>
  ABSENCE_NAME.test(start(subject.trim())) || AWAY.test(text.slice(0, BEGINNING));
