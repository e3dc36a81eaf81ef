import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { AskedAccountLink, OutgoingMail } from '../../server/core/jobs/jobs.ts';
import { hashToken } from '../../server/core/secrets.ts';
import { storeActionCode } from '../../server/people/identity/accounts/action-codes.ts';
import { findAccount, findAccountByEmail } from '../../server/people/identity/accounts/data.ts';
import { mailAskedLink } from '../../server/people/identity/protocol/send-oob-code.ts';
import { actionCodes } from '../../server/people/identity/schema.ts';
import { EMBEDDED_API_KEY } from '../../server/people/identity/tokens/tokens.ts';
import type { TestProduct } from '../support/test-product.ts';

type Call =
  | 'signUp'
  | 'signInWithPassword'
  | 'signInWithIdp'
  | 'signInWithEmailLink'
  | 'signInWithCustomToken'
  | 'lookup'
  | 'update'
  | 'sendOobCode'
  | 'resetPassword'
  | 'delete';

export const PASSWORD = 'plum-tree-7';

export interface Signed {
  localId: string;
  email: string;
  idToken: string;
  refreshToken: string;
}

export interface Asked {
  headers?: Record<string, string>;
  /** address of the caller */
  ip?: string;
}

/** Makes identity calls like a browser, by `app.inject`. */
export class IdentityClient {
  readonly #product: TestProduct;

  constructor(product: TestProduct) {
    this.#product = product;
  }

  call(call: Call, payload: object, asked: Asked = {}): Promise<LightMyRequestResponse> {
    return this.post(`/identitytoolkit.googleapis.com/v1/accounts:${call}`, payload, asked);
  }

  post(path: string, payload: object, { headers = {}, ip = anyAddress() }: Asked = {}) {
    return this.#product.app.inject({
      method: 'POST',
      url: `${path}?key=${EMBEDDED_API_KEY}`,
      headers: { ...this.#product.origin, ...headers },
      remoteAddress: ip,
      payload,
    });
  }

  /** The token call, form-encoded as by the SDK. */
  exchange(refreshToken: string): Promise<LightMyRequestResponse> {
    return this.#product.app.inject({
      method: 'POST',
      url: `/securetoken.googleapis.com/v1/token?key=${EMBEDDED_API_KEY}`,
      headers: { ...this.#product.origin, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
    });
  }

  /** Creates an account. */
  async signUp(more: { email?: string; password?: string } = {}): Promise<Signed> {
    const email = more.email ?? `person-${randomBytes(6).toString('hex')}@example.com`;
    const answer = await this.call('signUp', { email, password: more.password ?? PASSWORD });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Signed>();
  }

  openSession(idToken: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#product.app.inject({
      method: 'POST',
      url: '/api/session',
      headers: { ...this.#product.origin, authorization: `Bearer ${idToken}`, ...headers },
    });
  }

  /** Queued mails to an address, oldest first, when what was asked for by then is done. */
  async mailsTo(email: string): Promise<OutgoingMail[]> {
    const asked = await this.#product.services.db.execute<{ data: AskedAccountLink }>(
      sql`with done as (delete from jobs.job where name = 'mail-account-link' returning data, created_on)
        select data from done order by created_on`,
    );
    for (const { data } of asked.rows) await mailAskedLink(this.#product.services, data);
    const { rows } = await this.#product.services.db.execute<{ data: OutgoingMail }>(
      sql`select data from jobs.job where name = 'send-mail' and data->'to'->>'address' = ${email} order by created_on`,
    );
    return rows.map(({ data }) => data);
  }

  /** The code in the newest queued mail to an address. */
  async mailedCode(email: string): Promise<string> {
    const mail = (await this.mailsTo(email)).at(-1);
    const code = /\?oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    if (!code) throw new Error(`No code was mailed to ${email}.`);
    return code;
  }

  /** Requests a verification mail. @returns its code */
  async verificationCode({ idToken, email }: Signed): Promise<string> {
    await this.#ask({ requestType: 'VERIFY_EMAIL', idToken });
    return this.mailedCode(email);
  }

  /** Requests a password reset mail. @returns its code */
  async resetCode({ email }: Signed): Promise<string> {
    await this.#ask({ requestType: 'PASSWORD_RESET', email });
    return this.mailedCode(email);
  }

  /** Requests a link to sign in. @returns its code */
  async signInCode({ email }: Pick<Signed, 'email'>): Promise<string> {
    await this.#ask({ requestType: 'EMAIL_SIGNIN', email });
    return this.mailedCode(email);
  }

  async #ask(payload: object): Promise<void> {
    const answer = await this.call('sendOobCode', payload);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  }

  /** What a passkey of the account would get, for `signInWithCustomToken`. */
  async customToken(email: string): Promise<string> {
    const { db } = this.#product.services;
    const account = await findAccountByEmail(db, email);
    if (!account) throw new Error(`${email} has no account.`);
    return db.transaction((tx) => storeActionCode(tx, 'PASSKEY', account));
  }

  /** Opens a session. @returns it as a Cookie header */
  async cookieOf({ idToken }: Signed): Promise<string> {
    const answer = await this.openSession(idToken);
    const [set] = answer.cookies;
    if (!set) throw new Error(answer.body);
    return `${set.name}=${set.value}`;
  }

  async isVerified({ localId }: Signed): Promise<boolean | undefined> {
    return (await findAccount(this.#product.services.db, localId))?.emailVerified;
  }

  /** Makes a code expire. */
  async expire(code: string): Promise<void> {
    await this.#product.services.db
      .update(actionCodes)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(actionCodes.codeHash, hashToken(code)));
  }
}

/** `error.message` of an error in Google's format. */
export function refusalOf(answer: LightMyRequestResponse): string {
  return answer.json<{ error: { message: string } }>().error.message;
}

/** A random address, so that tests do not share rate limits. */
function anyAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}
