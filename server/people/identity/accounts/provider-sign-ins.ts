import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import { hashToken, randomToken } from '../../../core/secrets.ts';
import { GoogleError } from '../google-errors.ts';
import { providerSignIns } from '../schema.ts';

export type ProviderSignIn = Pick<
  typeof providerSignIns.$inferSelect,
  'providerId' | 'subject' | 'email' | 'emailVerified' | 'displayName'
>;

/** Milliseconds that may pass between the provider's answer and the SDK's `signInWithCredential`. */
const LIFETIME = 5 * 60 * 1000;

export async function storeProviderSignIn(db: Executor, signIn: ProviderSignIn): Promise<string> {
  const credential = randomToken();
  await db
    .insert(providerSignIns)
    .values({ ...signIn, credentialHash: hashToken(credential), expiresAt: new Date(Date.now() + LIFETIME) });
  return credential;
}

/** Without a name it takes that of an earlier sign-in, as a provider may send it only once. @throws {GoogleError} INVALID_IDP_RESPONSE */
export async function consumeProviderSignIn(
  tx: Transaction,
  providerId: string,
  credential: string,
): Promise<ProviderSignIn> {
  const now = new Date();
  const [taken] = await tx
    .update(providerSignIns)
    .set({ usedAt: now })
    .where(
      and(
        eq(providerSignIns.credentialHash, hashToken(credential)),
        eq(providerSignIns.providerId, providerId),
        isNull(providerSignIns.usedAt),
        gt(providerSignIns.expiresAt, now),
      ),
    )
    .returning();
  if (!taken) throw new GoogleError('INVALID_IDP_RESPONSE', 'The sign-in is over. Please begin it again.');
  return { ...taken, displayName: taken.displayName ?? (await earlierName(tx, providerId, taken.subject)) };
}

async function earlierName(tx: Transaction, providerId: string, subject: string): Promise<string | null> {
  const [named] = await tx
    .select({ displayName: providerSignIns.displayName })
    .from(providerSignIns)
    .where(
      and(
        eq(providerSignIns.providerId, providerId),
        eq(providerSignIns.subject, subject),
        isNotNull(providerSignIns.displayName),
      ),
    )
    .orderBy(desc(providerSignIns.createdAt))
    .limit(1);
  return named?.displayName ?? null;
}
