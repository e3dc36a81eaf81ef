import { and, eq, isNull, or } from 'drizzle-orm';
import type { Language } from '../../shared/languages.ts';
import { isIn } from '../../shared/letter-status.ts';
import type { AddressHash } from '../core/address-hash.ts';
import type { Executor, Transaction } from '../core/db/database.ts';
import { hashToken } from '../core/secrets.ts';
import { findBlocks, type HashedPair, writeStopLinks } from '../people/recipients/blocks.ts';
import { stopLinks } from '../people/recipients/schema.ts';
import { users } from '../people/users/schema.ts';
import { type LetterRow, mailedTokenOf } from './data.ts';
import { letters } from './schema.ts';
import { readToken } from './web-page.ts';

/** Works for ever, also when the letter is erased. */
export interface StopLink {
  pair: HashedPair;
  /** Not in letters from before the mailed token, whose link their sender knows. */
  mayAllow: boolean;
  language: Language;
  letter: LetterRow | null;
  /** whose mail had it, unless it was a letter's */
  giftId: string | null;
}

/** null for any other text, also for a token that only reads */
export async function findStopLink(
  db: Executor,
  addressHash: AddressHash,
  token: string,
): Promise<StopLink | null> {
  const known = readToken(token);
  if (known === null) return null;
  const [found] = await db
    .select({ letter: letters, senderEmail: users.email })
    .from(letters)
    .innerJoin(users, eq(users.id, letters.userId))
    .where(or(eq(letters.mailedToken, known), and(eq(letters.webToken, known), isNull(letters.mailedToken))));
  if (found) {
    const { letter, senderEmail } = found;
    const pair = { ...hashesOf(addressHash, letter, senderEmail), userId: letter.userId };
    const shown = isIn('seenByRecipient', letter.status) ? letter : null;
    return {
      pair,
      mayAllow: letter.mailedToken !== null,
      language: letter.language,
      letter: shown,
      giftId: null,
    };
  }
  const [kept] = await db
    .select()
    .from(stopLinks)
    .where(eq(stopLinks.tokenHash, hashToken(known)));
  if (!kept) return null;
  const { recipientHash, senderHashes, mayAllow, language, giftId } = kept;
  return { pair: { recipientHash, senderHashes, userId: null }, mayAllow, language, letter: null, giftId };
}

/** Whether this letter's recipient refuses letters from its sender, or from anybody. */
export async function refusesLetters(db: Executor, addressHash: AddressHash, token: string) {
  const link = await findStopLink(db, addressHash, token);
  if (!link) return false;
  const refused = await findBlocks(db, link.pair);
  return refused.sender || refused.anybody;
}

function hashesOf(
  addressHash: AddressHash,
  letter: Pick<LetterRow, 'recipientEmail' | 'senderEmail'>,
  senderEmail: string,
) {
  return {
    recipientHash: addressHash(letter.recipientEmail),
    senderHashes: [...new Set([letter.senderEmail, senderEmail].map(addressHash))],
  };
}

type Mailed = Pick<LetterRow, 'mailedToken' | 'webToken' | 'recipientEmail' | 'senderEmail' | 'language'>;

/** Their hashes take the main thread some milliseconds. */
const KEPT_IN_A_TURN = 200;

/** Of letters that are erased or get another token, by hashes. @param senderEmail the present address */
export async function keepStopLinks(
  tx: Transaction,
  addressHash: AddressHash,
  mailed: Mailed[],
  senderEmail: string,
): Promise<void> {
  const linkOf = (letter: Mailed) => {
    const token = mailedTokenOf(letter);
    if (token === null) return [];
    const hashes = hashesOf(addressHash, letter, senderEmail);
    const { language, mailedToken } = letter;
    return [{ tokenHash: hashToken(token), ...hashes, language, mayAllow: mailedToken !== null }];
  };
  for (let from = 0; from < mailed.length; from += KEPT_IN_A_TURN)
    await writeStopLinks(tx, mailed.slice(from, from + KEPT_IN_A_TURN).flatMap(linkOf));
}
