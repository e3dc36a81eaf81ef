import { randomUUID } from 'node:crypto';
import { hashToken, randomToken } from '../../server/core/secrets.ts';
import { tokenEnd } from '../../server/people/identity/access-tokens/admit-program.ts';
import { sessions } from '../../server/people/identity/schema.ts';
import { TOKEN_PREFIX, TOKEN_SCOPES, type TokenScope } from '../../shared/access-tokens.ts';
import type { TestProduct } from './test-product.ts';

/** What another program sends, for any person. */
export async function programOf(
  { services }: Pick<TestProduct, 'services'>,
  { uid, email }: { uid: string; email: string },
  scopes: readonly TokenScope[] = TOKEN_SCOPES,
): Promise<{ authorization: string }> {
  const [id, token] = [randomUUID(), TOKEN_PREFIX + randomToken()];
  await services.db.insert(sessions).values({
    id,
    uid,
    signInId: id,
    email,
    emailVerified: true,
    tokenHash: hashToken(token),
    name: 'A program',
    scopes: [...scopes],
    expiresAt: tokenEnd(),
  });
  return { authorization: `Bearer ${token}` };
}
