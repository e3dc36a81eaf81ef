import type { AddressHash } from '../../core/address-hash.ts';
import type { Executor } from '../../core/db/database.ts';
import { noPage } from '../../core/errors.ts';
import { findStopLink } from '../../letters/stop-link.ts';
import { type OpenedPage, requirePage } from '../../letters/web-page.ts';
import { findBlocks } from '../../people/recipients/blocks.ts';

/** Whether this letter's recipient refuses letters from its sender, or from anybody. */
export async function refusesLetters(db: Executor, addressHash: AddressHash, token: string) {
  const link = await findStopLink(db, addressHash, token);
  if (!link) return false;
  const refused = await findBlocks(db, link.pair);
  return refused.sender || refused.anybody;
}

/** Whoever sent the letter has the link that only reads. @throws 404, 410 for a closed page */
export async function requireRecipient(db: Executor, token: string): Promise<OpenedPage> {
  const page = await requirePage(db, token);
  if (!page.byRecipient) throw noPage();
  return page;
}
