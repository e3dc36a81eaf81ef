import { z } from 'zod';
import { said } from '../../../../shared/words.ts';
import { notReady } from '../../../core/errors.ts';
import { IdTokenRefused, REFUSALS } from '../google-errors.ts';
import type { FirebaseProject } from './firebase-project.ts';

export interface ProjectAccount {
  /** lower-cased */
  email: string | null;
  emailVerified: boolean;
  hasPassword: boolean;
  /** signed in by a mailed link at some time, which proved the address */
  usedEmailLink: boolean;
  /** milliseconds since 1970 by the project's clock: the password was last set, changed or reset */
  passwordUpdatedAt: number;
}

type Project = Pick<FirebaseProject, 'accountCalls' | 'apiKey' | 'ourPage'>;

const TIME_OUT_MS = 5_000;
/** Characters; an account has a few thousand. */
const ANSWER_LIMIT = 256 * 1024;

const found = z.object({
  users: z.tuple([
    z.object({
      email: z.string().nullish(),
      emailVerified: z.boolean().nullish(),
      emailLinkSignin: z.boolean().nullish(),
      passwordUpdatedAt: z.coerce.number().nullish(),
      /** seconds since 1970 as text; later after each change of the password */
      validSince: z.coerce.number().nullish(),
      providerUserInfo: z.array(z.object({ providerId: z.string() })).nullish(),
    }),
  ]),
});
const refused = z.object({ error: z.object({ message: z.string() }) });

/**
 * By the call with which the SDK asks for it in the browser.
 * Source: https://firebase.google.com/docs/reference/rest/auth#section-get-account-info
 * @throws {IdTokenRefused} when the project refuses the token, 503 when it cannot be asked
 */
export async function lookUpAccount(project: Project, idToken: string): Promise<ProjectAccount> {
  const answer = found.safeParse(await call(project, 'lookup', { idToken }));
  if (!answer.success) throw unavailable(answer.error);
  const [account] = answer.data.users;
  return {
    email: account.email?.toLowerCase() ?? null,
    emailVerified: account.emailVerified === true,
    hasPassword: (account.providerUserInfo ?? []).some(({ providerId }) => providerId === 'password'),
    usedEmailLink: account.emailLinkSignin === true,
    passwordUpdatedAt: account.passwordUpdatedAt ?? (account.validSince ?? 0) * 1000,
  };
}

/**
 * Removes what somebody else may have set up: name, picture, and with `password` that too.
 * Source: https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 * @throws as `lookUpAccount`
 */
export async function clearProfile(project: Project, idToken: string, { password }: { password: boolean }) {
  const deleteAttribute = ['DISPLAY_NAME', 'PHOTO_URL', ...(password ? ['PASSWORD'] : [])];
  await call(project, 'update', { idToken, deleteAttribute });
}

async function call({ accountCalls, apiKey, ourPage }: Project, name: 'lookup' | 'update', body: object) {
  let status: number;
  let answer: unknown;
  try {
    const response = await fetch(`${accountCalls}:${name}?key=${encodeURIComponent(apiKey)}`, {
      method: 'POST',
      // A web API key may be limited to the pages of a site.
      headers: { 'content-type': 'application/json', referer: ourPage },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    });
    status = response.status;
    const text = await response.text();
    if (text.length > ANSWER_LIMIT) throw new Error('The answer is too long.');
    answer = JSON.parse(text);
  } catch (error) {
    throw unavailable(error);
  }
  if (status === 200) return answer;
  const code = refused.safeParse(answer).data?.error.message.split(' ')[0];
  const refusal = REFUSALS.find((one) => one === code);
  if (refusal) throw new IdTokenRefused(refusal);
  throw unavailable(new Error(`accounts:${name} answered ${status} ${code ?? ''}`));
}

/** An outage of the project must not sign anybody out. */
const unavailable = (cause: unknown) =>
  Object.assign(notReady(said('We can not check your sign-in right now. Please try again in a moment.')), {
    cause,
  });
