import { anyOf } from './phrases.ts';

/**
 * What the words of a mail server's refusal mean, as an enhanced status code (RFC 3463). Servers write them far more often
 * than the right code; the first family that matches counts, so what is told more exactly comes first.
 */
const MEANINGS: [meaning: RegExp, status: string][] = [
  [new RegExp(String.raw`\b${anyOf('mailbox full')}|${anyOf('mailbox full elsewhere')}`, 'i'), '5.2.2'],
  [new RegExp(String.raw`\b${anyOf('too large')}\b|${anyOf('too large elsewhere')}`, 'i'), '5.3.4'],
  [new RegExp(String.raw`\b${anyOf('mailbox closed')}\b|${anyOf('mailbox closed elsewhere')}`, 'i'), '5.2.1'],
  [new RegExp(String.raw`\b${anyOf('no domain')}|${anyOf('no domain elsewhere')}`, 'i'), '5.1.2'],
  [new RegExp(String.raw`\b${anyOf('no mailbox')}|${anyOf('no mailbox elsewhere')}`, 'i'), '5.1.1'],
  [new RegExp(String.raw`\b${anyOf('not reached')}\b|${anyOf('not reached elsewhere')}`, 'i'), '5.4.7'],
  [new RegExp(String.raw`\b${anyOf('refused')}\b`, 'i'), '5.7.1'],
];

/** Characters; a refusal says it in its first sentences. */
const READ_CHARACTERS = 4_000;

/** Codes that name a class and no more, and those of providers that write them for several causes (Microsoft 365). */
const VAGUE = /^[45]\.(?:\d\.0|1\.351|5\.\d{1,3}|3\.\d{1,2}(?<!3\.4)|7\.1|1\.8|1\.7)$/;
/** Words of a general code of refusal do not make a code of their own more exact. */
const GENERAL = new Set(['5.7.1', '5.4.7']);

/** The status code that the words of a refusal mean; null when they say nothing that is known. */
export function meaningOf(words: string): string | null {
  // Line ends and addresses would keep the words of one sentence apart.
  const text = words.slice(0, READ_CHARACTERS).replace(/\s+/g, ' ').replace(/’/g, "'");
  return MEANINGS.find(([meaning]) => meaning.test(text))?.[1] ?? null;
}

/**
 * The status code that tells most: the stated one, or what the server's words mean when that is vague or they
 * say it more exactly.
 * @param stated enhanced status code, null when there is none
 * @param words of the server that refused the mail
 */
export function exactStatus(stated: string | null, words: string): string | null {
  // Microsoft 365 for an address that its directory does not have.
  if (stated === '5.4.1' && /recipient address rejected|access denied/i.test(words)) return '5.1.1';
  // Cisco's gateways for an address that they do not know.
  if (stated?.endsWith('.1.0') && /\baddress rejected\b/i.test(words)) return '5.1.1';
  const meaning = meaningOf(words);
  if (stated === null) return meaning;
  if (meaning === null || meaning === stated) return stated;
  if (GENERAL.has(meaning)) return /^[45]\.(?:0\.0|3\.0|5\.0)$/.test(stated) ? meaning : stated;
  // A mail that a rule refused may quote anything; 'user unknown' in it is about the address all the same.
  return VAGUE.test(stated) || /^[45]\.(?:1\.1|2\.1)$/.test(stated) ? meaning : stated;
}
