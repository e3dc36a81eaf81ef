import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityClient, PASSWORD, refusalOf } from '../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { actionCodes } from '../../platform/db/schema/identity.ts';
import { setAccountDisabled } from '../operator-commands.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

const send = (payload: object) => client.call('sendOobCode', payload);

describe('accounts:sendOobCode', () => {
  it('mails a link to verify an address, in text and HTML', async () => {
    const person = await client.signUp();
    const answer = await send({ requestType: 'VERIFY_EMAIL', idToken: person.idToken });
    expect(answer.json()).toEqual({
      kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
      email: person.email,
    });
    const [mail] = await client.mailsTo(person.email);
    const link = `http://localhost:3000/verify-email?oobCode=${await client.mailedCode(person.email)}`;
    expect(mail?.text).toContain(`\n${link}\n`);
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.messageId).toMatch(/^<[\w-]+@[\w.-]+>$/);
    expect(mail?.subject).toBe('Please confirm your address for Slow Letters');
  });

  it('the mail contains nothing that was typed at sign-up but the address', async () => {
    const email = 'owner@example.com';
    const squatter = await client.call('signUp', {
      email,
      password: PASSWORD,
      displayName: 'Win at evil.example',
    });
    await send({ requestType: 'VERIFY_EMAIL', idToken: squatter.json().idToken });
    expect(JSON.stringify(await client.mailsTo(email))).not.toContain('evil.example');
  });

  it('stores only the hash of a code', async () => {
    const person = await client.signUp();
    const code = await client.verificationCode(person);
    const rows = await product.services.db
      .select()
      .from(actionCodes)
      .where(eq(actionCodes.uid, person.localId));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('an unknown address gets the same answer in the same time, and no mail', async () => {
    const start = performance.now();
    const answer = await send({ requestType: 'PASSWORD_RESET', email: 'Nobody.Here@example.com' });
    expect(performance.now() - start).toBeGreaterThan(140);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
      email: 'nobody.here@example.com',
    });
    expect(await client.mailsTo('nobody.here@example.com')).toEqual([]);
  });

  it('mails nothing to a disabled account', async () => {
    const person = await client.signUp();
    await setAccountDisabled(product.services, person.localId, true);
    expect((await send({ requestType: 'PASSWORD_RESET', email: person.email })).statusCode).toBe(200);
    expect(await client.mailsTo(person.email)).toEqual([]);
    const verify = await send({ requestType: 'VERIFY_EMAIL', idToken: person.idToken });
    expect(refusalOf(verify)).toBe('USER_DISABLED');
  });

  it.each([
    [{}, 'MISSING_REQ_TYPE'],
    [{ requestType: 'SOMETHING' }, 'INVALID_REQ_TYPE : Unsupported request type.'],
    [{ requestType: 'EMAIL_SIGNIN', email: 'a@example.com' }, 'OPERATION_NOT_ALLOWED'],
    [{ requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'a@example.com' }, 'MISSING_ID_TOKEN'],
    [{ requestType: 'VERIFY_EMAIL' }, 'INVALID_ID_TOKEN'],
    [{ requestType: 'VERIFY_EMAIL', email: 'a@example.com' }, 'INVALID_ID_TOKEN'],
    [{ requestType: 'PASSWORD_RESET' }, 'MISSING_EMAIL'],
    [{ requestType: 'PASSWORD_RESET', email: 'nobody' }, 'INVALID_EMAIL'],
    [
      { requestType: 'PASSWORD_RESET', email: 'a@example.com', returnOobLink: true },
      'INSUFFICIENT_PERMISSION',
    ],
    [
      { requestType: 'PASSWORD_RESET', email: 'a@example.com', continueUrl: 'here' },
      'INVALID_CONTINUE_URI : expected an absolute URI with valid scheme and host',
    ],
  ])('%j is %s', async (request, refusal) => {
    const answer = await send(request);
    expect(answer.statusCode).toBe(400);
    expect(refusalOf(answer)).toBe(refusal);
  });

  it('is limited to five resets per address, network and hour, for unknown addresses too', async () => {
    for (const email of [(await client.signUp()).email, 'unknown.address@example.com']) {
      const ask = () =>
        client.call('sendOobCode', { requestType: 'PASSWORD_RESET', email }, { ip: '192.0.2.77' });
      for (let i = 0; i < 5; i += 1) expect((await ask()).statusCode).toBe(200);
      expect(refusalOf(await ask())).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
    }
  });

  it('mails at most five reset links an hour to one address from all networks together', async () => {
    const { email } = await client.signUp();
    for (let i = 0; i < 7; i += 1)
      expect((await send({ requestType: 'PASSWORD_RESET', email })).statusCode).toBe(200);
    expect(await client.mailsTo(email)).toHaveLength(5);
  });
});
