import { said } from '../../../shared/words.ts';
import type { AddressHash } from '../../core/address-hash.ts';
import type { Executor } from '../../core/db/database.ts';
import { noPage, ProductError } from '../../core/errors.ts';
import { findStopLink } from '../../letters/stop-link.ts';
import { type OpenedPage, requirePage } from '../../letters/web-page.ts';
import { findBlocks } from '../../people/recipients/blocks.ts';

/** Whether this letter's recipient refuses letters from its sender, or from anybody. */
export async function refusesLetters(
  db: Executor,
  addressHash: AddressHash,
  token: string,
): Promise<boolean> {
  const link = await findStopLink(db, addressHash, token);
  if (!link) return false;
  const refused = await findBlocks(db, link.pair);
  return refused.sender || refused.anybody;
}

/**
 * @throws 404 for a token that is unknown or only reads, as whoever sent the letter has it; 409 when the recipient refuses
 * letters; 410 for a closed page
 */
export async function requireAnswerable(
  db: Executor,
  addressHash: AddressHash,
  token: string,
): Promise<OpenedPage> {
  const page = await requirePage(db, token);
  if (!page.byRecipient) throw noPage();
  if (!(await refusesLetters(db, addressHash, token))) return page;
  throw new ProductError(
    409,
    'LETTERS_REFUSED',
    said('You asked for no more letters from this person, so no answer goes to them either.'),
  );
}
