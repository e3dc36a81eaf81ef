import { eq } from 'drizzle-orm';
import type { Executor } from '../platform/db/database.ts';
import { letters } from '../platform/db/schema/letters.ts';

/**
 * An answer that quotes the letter's mail quotes its links too, and with their token the sender could answer and allow
 * letters in the recipient's place.
 * @returns replaces the token by the one that only reads, also where a mail program broke the line within it
 */
export async function mailedTokenConcealer(
  db: Executor,
  conversationId: string,
): Promise<(text: string) => string> {
  const [letter] = await db
    .select({ mailedToken: letters.mailedToken, webToken: letters.webToken })
    .from(letters)
    .where(eq(letters.conversationId, conversationId));
  if (!letter?.mailedToken) return (text) => text;
  const { mailedToken, webToken } = letter;
  return (text) => replaceQuoted(text, mailedToken, webToken ?? '');
}

/** What a mail program puts where it breaks a line: the break, the mark of a quotation, a soft line break. */
const AT_A_BREAK = ' \t\r\n>=';

/** Replaces a token of lower-case letters and digits, written in any case, in time linear in the text. */
function replaceQuoted(text: string, token: string, by: string): string {
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) if (!AT_A_BREAK.includes(text.charAt(at))) places.push(at);
  const solid = places
    .map((at) => text.charAt(at))
    .join('')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  let replaced = '';
  let end = 0;
  for (let found = solid.indexOf(token); found >= 0; found = solid.indexOf(token, found + token.length)) {
    replaced += text.slice(end, places[found]) + by;
    end = (places[found + token.length - 1] ?? text.length) + 1;
  }
  return replaced + text.slice(end);
}
