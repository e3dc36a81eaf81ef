import { readFile } from 'node:fs/promises';
import { photo } from './mail-reader.ts';

/** Somebody who uses the product over HTTP alone, as a browser would: cookie, Origin, Idempotency-Key. */
export interface HttpPerson {
  uid: string;
  call<Answer>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<{ status: number; body: Answer }>;
  upload(name: string): Promise<string>;
  /** Fetches what is not JSON, whole. @returns its status */
  look(path: string): Promise<number>;
}

export async function signUpOverHttp(url: string, email: string): Promise<HttpPerson> {
  const origin = new URL(url).origin;
  const signUp = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=embedded`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'slow and steady 7', returnSecureToken: true }),
  });
  const { idToken, localId } = (await signUp.json()) as { idToken: string; localId: string };
  const session = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { origin, authorization: `Bearer ${idToken}` },
  });
  if (!session.ok) throw new Error(`no session: ${session.status} ${await session.text()}`);
  const cookie = (session.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';

  const person: HttpPerson = {
    uid: localId,
    async call(method, path, body, key) {
      const answer = await fetch(url + path, {
        method,
        headers: {
          origin,
          cookie,
          ...(key ? { 'idempotency-key': key } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
    async upload(name) {
      const form = new FormData();
      form.append('photos', new Blob([await readFile(photo(name))]), name);
      const answer = await fetch(`${url}/api/upload`, {
        method: 'POST',
        headers: { origin, cookie },
        body: form,
      });
      const { files } = (await answer.json()) as { files: { url: string }[] };
      if (!files[0]) throw new Error(`${name} was not taken`);
      return files[0].url;
    },
    async look(path) {
      const answer = await fetch(url + path, { headers: { cookie } });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
  await person.call('POST', '/api/users', { firebaseUid: localId, email });
  await person.call('POST', '/api/redeem-coupon', { code: 'WELCOME5' });
  return person;
}
