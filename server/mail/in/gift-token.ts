import { eq } from 'drizzle-orm';
import type { Executor } from '../../core/db/database.ts';
import { hashToken } from '../../core/secrets.ts';
import { stopLinks } from '../../people/recipients/schema.ts';

/**
 * The mail of a gift bounces to the token of its stop link: the giver, who knows neither, can forge no bounce and have the
 * gift back for the next stranger.
 */
export async function giftOfToken(db: Executor, token: string): Promise<string | null> {
  const [link] = await db
    .select({ giftId: stopLinks.giftId })
    .from(stopLinks)
    .where(eq(stopLinks.tokenHash, hashToken(token)));
  return link?.giftId ?? null;
}
