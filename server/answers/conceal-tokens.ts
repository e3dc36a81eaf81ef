import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../core/db/database.ts';
import { first } from '../core/db/first.ts';
import type { Services } from '../core/services.ts';
import type { LetterRow } from '../letters/data.ts';
import { conversations, letters } from '../letters/schema.ts';
import type { Destination } from '../mail/in/destination.ts';

/** Secrets in the recipient's mail; `webToken` may be shown in place of `mailedToken`. */
export type MailedTokens = Pick<LetterRow, 'mailedToken' | 'webToken' | 'envelopeToken'> &
  Pick<typeof conversations.$inferSelect, 'recipientToken'>;

export const mailedTokens = {
  mailedToken: letters.mailedToken,
  webToken: letters.webToken,
  envelopeToken: letters.envelopeToken,
  recipientToken: conversations.recipientToken,
};

const findMailedTokens = (db: Executor, conversationId: string): Promise<MailedTokens | null> =>
  first(
    db
      .select(mailedTokens)
      .from(letters)
      .innerJoin(conversations, eq(conversations.id, letters.conversationId))
      .where(eq(letters.conversationId, conversationId)),
  );

const PIECE_BYTES = 64 * 1024;
/** More than a secret takes with the path before it and the line breaks in it. */
const OVERLAP_BYTES = 1024;

/** The file keeps its length. The event loop runs before each piece, which takes one query at most. */
export async function overwriteSecrets(services: Services, from: Destination, file: Buffer): Promise<Buffer> {
  const known = (await findMailedTokens(services.db, from.conversationId)) ?? undefined;
  for (let at = 0; at < file.length; at += PIECE_BYTES) {
    await nextTurn();
    const piece = file.toString('latin1', at, at + PIECE_BYTES + OVERLAP_BYTES);
    const conceal = await tokenConcealer(services.db, from, [piece], known);
    file.write(conceal(piece, true), at, 'latin1');
  }
  return file;
}

const LOOKED_UP = 200;

/**
 * Conceals tokens in quoted mails of ours: with them the other side could answer, unmute or report in the reader's place.
 * @param from the side that wrote it
 * @param known tokens of the conversation, where the caller has read them
 */
export async function tokenConcealer(
  db: Executor,
  { conversationId, side }: Destination,
  texts: string[],
  known?: MailedTokens,
): Promise<(text: string, sameLength?: boolean) => string> {
  const tokens = new Map<string, string>();
  const mailed = side === 'recipient' ? (known ?? (await findMailedTokens(db, conversationId))) : null;
  if (mailed) {
    tokens.set(mailed.envelopeToken, '').set(mailed.recipientToken, '');
    if (mailed.mailedToken) tokens.set(mailed.mailedToken, mailed.webToken ?? '');
  }
  const quoted = new Set<string>();
  for (const text of new Set(texts)) {
    const unbroken = withoutBreaks(text);
    for (const hit of [...unbroken.matchAll(QUOTED)].slice(0, LOOKED_UP)) quoted.add(`${hit[1] ?? hit[2]}`);
  }
  const others = [...quoted].filter((token) => !tokens.has(token));
  if (others.length > 0) for (const [token, instead] of await lookUp(db, others)) tokens.set(token, instead);
  return (text, sameLength = false) => replaceQuoted(text, tokens, sameLength);
}

/** A token stands after the path of a letter's page, perhaps escaped in a mail scanner's link, or before an at-sign. */
const QUOTED = /(?:\/|%2f)l(?:\/|%2f)([a-z0-9]{26})|(?<=([a-z0-9]{26}))(?:@|%40)/g;

/** Links to all letters, and to mute. Nothing else after these paths has that length. In lower case their MAC can't be checked. */
const SIGNED =
  /(?<=(?:\/|%2f)l(?:\/|%2f)all(?:\/|%2f))[\w-]{60}|(?<=(?:\/|%2f)mute(?:\/|%2f))[rs][0-9a-f]{32}[\w-]{22}/g;

/** Finds tokens of any conversation, with what may be shown in their place. */
async function lookUp(db: Executor, texts: string[]): Promise<[token: string, instead: string][]> {
  const given = sql`any(${sql.param(texts)}::text[])`;
  const { rows } = await db.execute<{ token: string; instead: string }>(sql`
    select mailed_token as token, coalesce(web_token, '') as instead from letters where mailed_token = ${given}
    union all select envelope_token, '' from letters where envelope_token = ${given}
    union all select recipient_token, '' from conversations where recipient_token = ${given}
    union all select sender_token, '' from conversations where sender_token = ${given}`);
  return rows.map(({ token, instead }) => [token, instead]);
}

/** What a mail program puts where it breaks a line: the break, the mark of a quotation, a soft line break; in UTF-16 a zero. */
const AT_A_BREAK = ' \t\r\n>=\u0000';

/** Without breaks and in lower case, which would make U+0130 alone longer. */
const withoutBreaks = (text: string): string =>
  text
    .replace(/[ \t\r\n>=\0]+/g, '')
    .replaceAll('\u0130', 'i')
    .toLowerCase();

/** @param tokens in lower case; the text may have them in any, with breaks of lines. The time is linear in the text. */
function replaceQuoted(text: string, tokens: Map<string, string>, sameLength: boolean): string {
  const found = occurrences(withoutBreaks(text), [...tokens.keys()]);
  if (found.length === 0) return text;
  const indexes: number[] = [];
  for (let at = 0; at < text.length; at++) if (!AT_A_BREAK.includes(text.charAt(at))) indexes.push(at);
  let replaced = '';
  let end = 0;
  for (const { at, token } of found) {
    const start = Math.max(end, indexes[at] ?? end);
    replaced += text.slice(end, start);
    end = Math.max(start, (indexes[at + token.length - 1] ?? text.length) + 1);
    replaced += sameLength ? 'x'.repeat(end - start) : (tokens.get(token) ?? '');
  }
  return replaced + text.slice(end);
}

/** In the text's order, with links that we signed. Tokens are random: no two of ours overlap. */
function occurrences(text: string, tokens: string[]): { at: number; token: string }[] {
  const found = [...text.matchAll(SIGNED)].map(({ index: at, 0: token }) => ({ at, token }));
  for (const token of tokens)
    for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + token.length))
      found.push({ at, token });
  return found.sort((one, other) => one.at - other.at);
}
