import { eq } from 'drizzle-orm';
import type { Executor } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import { letters } from '../platform/db/schema/letters.ts';

/** The secrets in a conversation's mail to the recipient, and the token that may be shown in place of the letter's. */
export interface MailedTokens {
  mailedToken: string | null;
  webToken: string | null;
  envelopeToken: string;
  recipientToken: string;
}

/** Columns of `letters` joined with `conversations`. */
export const mailedTokens = {
  mailedToken: letters.mailedToken,
  webToken: letters.webToken,
  envelopeToken: letters.envelopeToken,
  recipientToken: conversations.recipientToken,
};

export async function findMailedTokens(db: Executor, conversationId: string): Promise<MailedTokens | null> {
  const [found] = await db
    .select(mailedTokens)
    .from(letters)
    .innerJoin(conversations, eq(conversations.id, letters.conversationId))
    .where(eq(letters.conversationId, conversationId));
  return found ?? null;
}

/**
 * An answer that quotes a mail of ours quotes its links and addresses too. With the tokens in them the sender could answer
 * and allow letters in the recipient's place, or report that the letter came back.
 * @returns replaces the letter's link by the one that only reads and leaves the addresses without a token, also where a
 *   mail program broke the line within one
 */
export function tokenConcealer(found: MailedTokens | null): (text: string) => string {
  if (!found) return (text) => text;
  const { mailedToken, webToken, envelopeToken, recipientToken } = found;
  const tokens = new Map([
    [envelopeToken, ''],
    [recipientToken, ''],
  ]);
  if (mailedToken) tokens.set(mailedToken, webToken ?? '');
  return (text) => replaceQuoted(text, tokens);
}

/** What a mail program puts where it breaks a line: the break, the mark of a quotation, a soft line break. */
const AT_A_BREAK = ' \t\r\n>=';

/** Replaces tokens of lower-case letters and digits, written in any case, in time linear in the text. */
function replaceQuoted(text: string, tokens: Map<string, string>): string {
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) if (!AT_A_BREAK.includes(text.charAt(at))) places.push(at);
  const solid = places
    .map((at) => text.charAt(at))
    .join('')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  let replaced = '';
  let end = 0;
  for (const { at, token } of occurrences(solid, [...tokens.keys()])) {
    replaced += text.slice(end, places[at]) + tokens.get(token);
    end = (places[at + token.length - 1] ?? text.length) + 1;
  }
  return replaced + text.slice(end);
}

/** Where tokens stand in a text, in its order. They are random and of one length, so no two overlap. */
function occurrences(text: string, tokens: string[]): { at: number; token: string }[] {
  const found: { at: number; token: string }[] = [];
  for (const token of tokens)
    for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + token.length))
      found.push({ at, token });
  return found.sort((one, other) => one.at - other.at);
}
