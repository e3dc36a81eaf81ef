import { said } from '../../../shared/words.ts';
import type { Transaction } from '../../core/db/database.ts';
import { addressesRefused, type ProductError, type Refusal } from '../../core/errors.ts';
import { findRefusals } from '../../people/recipients/suppressions.ts';
import type { LetterRow } from '../data.ts';
import { countForAddresses, type LetterSender, type SendLimitServices } from './send-limits.ts';

/**
 * Looks up every address before a letter to any of them leaves, so that all that are refused are named at once.
 * @param options.counted they leave now, and count against their addresses
 * @throws the refusal of a single letter, 409 or 429; of several 409 ADDRESSES_REFUSED
 */
export async function checkAddresses(
  tx: Transaction,
  services: SendLimitServices,
  sender: LetterSender,
  letters: Pick<LetterRow, 'id' | 'recipientEmail'>[],
  { counted }: { counted: boolean },
): Promise<void> {
  const emails = letters.map(({ recipientEmail }) => recipientEmail);
  const refusals = await findRefusals(tx, services.addressHash, sender.user, emails);
  const limited = counted
    ? await countForAddresses(tx, services, sender, letters)
    : new Map<string, ProductError>();
  const refused = new Map<string, Refusal>();
  for (const [place, email] of emails.entries()) {
    const refusal = refusals.get(email) ?? limited.get(email);
    if (!refusal) continue;
    if (letters.length === 1) throw refusal;
    const { code, said: why } = refusal;
    // A limit's own sentence does not say whose it is.
    const sentence = refusals.has(email) ? why : said('{email}: {reason}', { email, reason: why });
    refused.set(`recipients.${place}.email`, { email, code, said: sentence });
  }
  if (refused.size > 0) throw addressesRefused(refused);
}
