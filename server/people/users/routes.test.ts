import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IMITATION_MESSAGE, NAME_MESSAGE } from '../../../shared/person-name.ts';
import { letterPayload, storedPhoto, userWithCredits } from '../../../test/support/factories.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { users } from './schema.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ env: { LANGUAGES: 'en, pl' } });
});
afterAll(() => product.close());

it.each([
  ['Maren\r\nBcc: x@example.org', 'Please write the name in plain letters on one line'],
  ['\u202eneraM', 'Please write the name in plain letters on one line'],
  ['PayPal Security', IMITATION_MESSAGE],
  ['support@slow-letters.com', NAME_MESSAGE],
  ['+1 800 555 1234', NAME_MESSAGE],
  ['\u2800', 'Please write the name in plain letters on one line'],
])('POST /api/users: the name %j is refused', async (displayName, message) => {
  const person = await signedIn(product);
  const refused = await product.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: person.headers,
    payload: { firebaseUid: person.uid, displayName },
  });
  expect([refused.statusCode, refused.json().fields]).toEqual([400, { displayName: message }]);
});

it.each([
  [{ displayName: null, email: 'paypal.security@example.com' }, 'Paypal Security'],
  [{ displayName: 'Slow Letters Support' }, 'Slow Letters Support'],
])('POST /api/letters: no letter is signed with %j, whatever the name comes from', async (record, name) => {
  const person = await userWithCredits(product);
  await product.services.db.update(users).set(record).where(eq(users.id, person.userId));
  const refused = await product.app.inject({
    method: 'POST',
    url: '/api/letters',
    headers: person.headers,
    payload: letterPayload([await storedPhoto(product, person.uid)]),
  });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'NAME_REFUSED',
      message: `Letters can’t be signed ‘${name}’. Please enter your own name on your account page.`,
    },
  ]);
});

it('POST /api/users: keeps the time zone that a browser tells, and none that is not one', async () => {
  const person = await signedIn(product);
  const tell = async (told: object) => {
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: person.headers,
      payload: { firebaseUid: person.uid, ...told },
    });
    return answer.json<{ timeZone: string | null }>().timeZone;
  };
  expect(await tell({})).toBeNull();
  expect(await tell({ timeZone: 'America/New_York' })).toBe('America/New_York');
  expect(await tell({})).toBe('America/New_York');
  for (const timeZone of ['Mars/Olympus', '+05:00', "UTC'; drop table users"])
    expect(await tell({ timeZone })).toBe('America/New_York');
  expect(await tell({ timeZone: 'Asia/Kolkata' })).toBe('Asia/Kolkata');
});

it('PATCH /api/me: keeps a language that is offered, and forgets it', async () => {
  const person = await userWithCredits(product);
  const change = (language: string | null) =>
    product.app.inject({ method: 'PATCH', url: '/api/me', headers: person.headers, payload: { language } });
  for (const language of ['pl', null]) {
    expect((await change(language)).json()).toMatchObject({ firebaseUid: person.uid, language });
    const me = await product.app.inject({ url: '/api/me', headers: person.headers });
    expect(me.json()).toMatchObject({ firebaseUid: person.uid, language });
  }
  for (const language of ['de', 'xx', '../en'])
    expect((await change(language)).json()).toMatchObject({
      code: 'BAD_INPUT',
      fields: { language: expect.any(String) },
    });
});
