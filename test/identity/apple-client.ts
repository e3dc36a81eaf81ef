import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { ApplePerson, AppleStandIn } from '../stand-ins/apple-stand-in.ts';
import type { TestProduct } from '../support/test-product.ts';
import type { Asked, IdentityClient } from './identity-client.ts';

export interface Begun {
  /** where the browser is redirected to */
  address: string;
  cookie: string;
  attempt: string;
}

/** A browser that signs in with Apple. */
export class AppleClient {
  readonly #product: TestProduct;
  readonly #client: IdentityClient;
  readonly #apple: AppleStandIn;

  constructor(product: TestProduct, client: IdentityClient, apple: AppleStandIn) {
    this.#product = product;
    this.#client = client;
    this.#apple = apple;
  }

  async begin(flow: 'popup' | 'redirect' = 'popup'): Promise<Begun> {
    const attempt = randomUUID();
    const url = `/identity/apple/start?flow=${flow}&attempt=${attempt}`;
    const answer = await this.#product.app.inject({ url });
    const [set] = answer.cookies;
    if (answer.statusCode !== 302 || !set) throw new Error(answer.body);
    return { address: String(answer.headers.location), cookie: `${set.name}=${set.value}`, attempt };
  }

  /** Apple's page posts to us from its own origin. */
  comeBack(cookie: string | null, fields: Record<string, string>): Promise<LightMyRequestResponse> {
    return this.#product.app.inject({
      method: 'POST',
      url: '/identity/apple/callback',
      headers: {
        origin: 'https://appleid.apple.com',
        'content-type': 'application/x-www-form-urlencoded',
        ...(cookie ? { cookie } : {}),
      },
      payload: new URLSearchParams(fields).toString(),
    });
  }

  /** Signs in at Apple. @returns the credential that our page receives */
  async credentialOf(person: ApplePerson, user?: object, change?: Record<string, unknown>): Promise<string> {
    const { address, cookie } = await this.begin();
    const fields = this.#apple.consent(address, person, change);
    const page = await this.comeBack(cookie, { ...fields, ...(user ? { user: JSON.stringify(user) } : {}) });
    const { credential } = outcomeOf(page);
    if (!credential) throw new Error(page.body);
    return credential;
  }

  /** `accounts:signInWithIdp` as the SDK's `signInWithCredential` sends it. */
  signIn(credential: string, more: object = {}, asked: Asked = {}): Promise<LightMyRequestResponse> {
    const request = {
      requestUri: 'http://localhost',
      postBody: `id_token=${credential}&providerId=apple.com`,
      returnSecureToken: true,
      ...more,
    };
    return this.#client.call('signInWithIdp', request, asked);
  }
}

/** The outcome in the handover page. */
export function outcomeOf(page: LightMyRequestResponse): {
  attempt: string;
  credential?: string;
  error?: string;
} {
  const message = /data-message="([^"]+)"/.exec(page.body)?.[1];
  if (!message) throw new Error(page.body);
  return JSON.parse(message.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
}
