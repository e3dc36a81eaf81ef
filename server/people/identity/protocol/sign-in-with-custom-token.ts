import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { consumeActionCode, readActionCode } from '../accounts/action-codes.ts';
import { lockAccount } from '../accounts/data.ts';
import { forgetAccountAttempts } from '../accounts/limits.ts';
import { GoogleError } from '../google-errors.ts';
import { accounts } from '../schema.ts';
import { rememberBrowser } from '../sessions/known-browser.ts';
import { openSignIn, tokenFields } from '../tokens/tokens.ts';
import { text, verb } from './account-fields.ts';

const signInWithCustomTokenRequest = z.object({ token: text });

/**
 * `accounts:signInWithCustomToken`: exchanges the one-time code that a passkey's answer got. The SDK hands it on
 * as it is, so ours is no JWT.
 * @throws {GoogleError} MISSING_CUSTOM_TOKEN, INVALID_CUSTOM_TOKEN, USER_DISABLED
 */
export const signInWithCustomToken = verb(signInWithCustomTokenRequest, async (services, request, call) => {
  const { http, reply } = call;
  const code = request.token;
  if (!code) throw new GoogleError('MISSING_CUSTOM_TOKEN');
  const asked = await readActionCode(services.db, code).catch(orInvalid);
  if (asked.kind !== 'PASSKEY') throw invalid();
  const opened = await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, asked.uid);
    if (!account) throw invalid();
    if (account.disabled) throw new GoogleError('USER_DISABLED');
    await consumeActionCode(tx, code).catch(orInvalid);
    const lastLoginAt = new Date();
    await tx.update(accounts).set({ lastLoginAt }).where(eq(accounts.uid, account.uid));
    return openSignIn(tx, account, 'passkey', lastLoginAt);
  });
  const { account } = opened;
  const knownBrowser = rememberBrowser(services, http, reply, account);
  await forgetAccountAttempts(services.db, account.email, { ip: http.ip, knownBrowser });
  return {
    kind: 'identitytoolkit#VerifyCustomTokenResponse',
    isNewUser: false,
    ...(await tokenFields(services, opened)),
  };
});

const invalid = () => new GoogleError('INVALID_CUSTOM_TOKEN');

function orInvalid(error: unknown): never {
  throw error instanceof GoogleError ? invalid() : error;
}
