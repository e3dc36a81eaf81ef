import { z } from 'zod';
import type { Services } from '../../platform/services.ts';
import { GoogleError } from '../google-errors.ts';
import { authenticate } from '../tokens/authenticate.ts';
import { lastRefreshOf, linkedProvidersOf } from './data.ts';
import { text } from './fields.ts';
import { presentAccount } from './present-account.ts';

export const lookUpRequest = z.object({ idToken: text });

/** `accounts:lookup`: the account of an ID token. @throws {IdTokenRefused} which signs the SDK out for good */
export async function lookUp(services: Services, request: z.infer<typeof lookUpRequest>) {
  if (!request.idToken) throw new GoogleError('MISSING_ID_TOKEN');
  const { account } = await authenticate(services, request.idToken);
  const linked = await linkedProvidersOf(services.db, account.uid);
  const lastRefreshAt = await lastRefreshOf(services.db, account.uid);
  return {
    kind: 'identitytoolkit#GetAccountInfoResponse',
    users: [presentAccount(account, linked, lastRefreshAt)],
  };
}
