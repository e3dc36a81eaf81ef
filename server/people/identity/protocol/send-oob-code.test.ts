import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityClient, PASSWORD, refusalOf } from '../../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { setAccountDisabled } from '../operator-commands.ts';
import { actionCodes } from '../schema.ts';

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

  it('a link says in words where it was asked for, and greets whoever proved the address by name', async () => {
    const person = await client.signUp();
    await client.call('update', { idToken: person.idToken, displayName: 'Ilse Brandt' });
    const ask = async () => {
      const asked = {
        ip: '192.0.2.9',
        headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/146.0' },
      };
      await client.call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email: person.email }, asked);
      const text = (await client.mailsTo(person.email)).at(-1)?.text;
      expect(text).toContain('Browser: Firefox on Windows\n');
      expect(text).not.toMatch(/192\.0\.2|146/);
      return text;
    };
    expect(await ask()).not.toContain('Ilse');
    const code = await client.verificationCode(person);
    await client.call('update', { oobCode: code, idToken: person.idToken });
    expect(await ask()).toContain('Hello Ilse Brandt,');
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

  it('an unknown address gets the same answer after the same work, and no mail', async () => {
    const answer = await send({ requestType: 'PASSWORD_RESET', email: 'Nobody.Here@example.com' });
    const { rows } = await product.services.db.execute(
      sql`select data->>'email' as email from jobs.job where name = 'mail-account-link'`,
    );
    expect(rows).toEqual([{ email: 'nobody.here@example.com' }]);
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
    [{ requestType: 'EMAIL_SIGNIN' }, 'MISSING_EMAIL'],
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

  it('mails at most ten links to sign in a day to one address from one wide network', async () => {
    const { email } = await client.signUp();
    const ask = (i: number) =>
      client.call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email }, { ip: `203.0.113.${i % 3}` });
    for (let i = 0; i < 10; i += 1) expect((await ask(i)).statusCode).toBe(200);
    expect(refusalOf(await ask(11))).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER.*tomorrow/);
  });

  it('mails of all kinds count together for all spellings of a mailbox, whoever asks; its owner elsewhere gets hers', async () => {
    const name = `victim-${randomBytes(4).toString('hex')}`;
    const tagged = (i: number) => `${name}+${i}@example.com`;
    const network = (i: number) => ({ ip: `192.0.2.${i}` });
    const count = async (addresses: string[]) => {
      let mails = 0;
      for (const one of addresses) mails += (await client.mailsTo(one)).length;
      return mails;
    };
    const stranger = await Promise.all(
      Array.from({ length: 8 }, (_, i) => client.signUp({ email: tagged(i) })),
    );
    const all = stranger.map(({ email }) => email);
    const verify = (idToken: string, asked: object) =>
      client.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }, asked);
    for (let round = 0; round < 3; round += 1)
      for (const [i, { idToken }] of stranger.entries()) await verify(idToken, network(i));
    // Five of the first round by the limit, three as the first ones of their accounts; 24 without either.
    expect(await count(all)).toBe(8);
    const owner = await client.signUp({ email: `${name}@example.com` });
    expect((await verify(owner.idToken, network(200))).statusCode).toBe(200);
    expect(refusalOf(await verify(owner.idToken, network(201)))).toMatch(/^TOO_MANY/);
    for (let i = 0; i < 3; i += 1)
      expect((await verify(owner.idToken, { ip: '198.51.100.7' })).statusCode).toBe(200);

    const change = (idToken: string, newEmail: string, asked: object) =>
      client.call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail }, asked);
    const wanted = Array.from({ length: 8 }, (_, i) => `${name}+new${i}@example.com`);
    for (const [i, { idToken }] of stranger.entries()) await change(idToken, wanted[i] ?? '', network(i));
    expect(await count(wanted)).toBe(5);
    await client.call('update', { oobCode: await client.mailedCode(owner.email), idToken: owner.idToken });
    expect((await change(owner.idToken, wanted[7] ?? '', network(9))).statusCode).toBe(200);

    // With a network for every request it is forty a day for all spellings together: twenty that accounts ask for, of
    // which 18 were asked for above, and twenty that others ask for: here 16, and four that no account has.
    let networks = 0;
    const elsewhere = () => ({ ip: `10.${networks++}.0.1` });
    const link = (requestType: string, email: string) =>
      client.call('sendOobCode', { requestType, email }, elsewhere());
    const more = stranger.flatMap((_, i) => [0, 1, 2].map((j) => `${name}+more${i}-${j}@example.com`));
    await Promise.all([
      ...all.flatMap((email) => [link('PASSWORD_RESET', email), link('EMAIL_SIGNIN', email)]),
      ...more.map((email, i) => change(stranger[i % 8]?.idToken ?? '', email, elsewhere())),
    ]);
    const noticeOfOwnChange = 1;
    expect(await count([...all, ...wanted, ...more, owner.email])).toBe(20 + 16 + noticeOfOwnChange);
    for (let i = 20; i < 24; i += 1) expect((await link('PASSWORD_RESET', tagged(i))).statusCode).toBe(200);
    // A newcomer to the mailbox has one mail of each kind nevertheless, to the very address of the account.
    const late = await client.signUp({ email: tagged(9) });
    expect((await verify(late.idToken, elsewhere())).statusCode).toBe(200);
    expect(refusalOf(await verify(late.idToken, elsewhere()))).toMatch(/^TOO_MANY.*tomorrow/);
    for (const email of [late.email, late.email, tagged(10)])
      expect(refusalOf(await link('PASSWORD_RESET', email))).toMatch(/^TOO_MANY.*tomorrow/);
    expect(await client.mailsTo(late.email)).toHaveLength(2);
    expect(await client.mailsTo(tagged(10))).toEqual([]);
    const { db } = product.services;
    const [reset] = await db
      .select()
      .from(actionCodes)
      .where(and(eq(actionCodes.uid, late.localId), eq(actionCodes.kind, 'PASSWORD_RESET')));
    const midnight = new Date(new Date().setUTCHours(24, 0, 0, 0));
    expect(reset?.expiresAt.getTime()).toBeGreaterThanOrEqual(midnight.getTime());
    // Whoever proved the mailbox has one link of each kind nevertheless, as often as one lasts.
    const before = await count([owner.email]);
    for (const kind of ['PASSWORD_RESET', 'EMAIL_SIGNIN', 'EMAIL_SIGNIN', 'PASSWORD_RESET'])
      await link(kind, owner.email);
    expect(await count([owner.email])).toBe(before + 2);
  });

  it('whoever has no account uses up nothing that is for accounts: a new one is mailed its confirmation', async () => {
    const name = `asked-${randomBytes(4).toString('hex')}`;
    const ask = (i: number) =>
      client.call(
        'sendOobCode',
        { requestType: 'PASSWORD_RESET', email: `${name}+${i}@example.com` },
        { ip: `10.${i}.0.1` },
      );
    const answers = await Promise.all(Array.from({ length: 45 }, (_, i) => ask(i)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    const { email, idToken } = await client.signUp({ email: `${name}@example.com` });
    const before = (await client.mailsTo(email)).length;
    expect((await client.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })).statusCode).toBe(200);
    expect(await client.mailsTo(email)).toHaveLength(before + 1);
  });

  it('one network uses up half of what a mailbox has without an account', async () => {
    const { email } = await client.signUp();
    const ask = (kind: string, ip: string) =>
      client.call('sendOobCode', { requestType: kind, email }, { ip });
    const answers = [];
    for (let i = 0; i < 12; i += 1)
      answers.push(await ask(i % 2 === 0 ? 'PASSWORD_RESET' : 'EMAIL_SIGNIN', `203.0.113.${i}`));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(200), 400, 400]);
    expect((await ask('PASSWORD_RESET', '198.51.100.9')).statusCode).toBe(200);
  });

  it('a link to sign in works while others are asked for', async () => {
    const { email } = await client.signUp();
    await send({ requestType: 'EMAIL_SIGNIN', email });
    const code = await client.mailedCode(email);
    await client.call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email }, { ip: '198.51.100.77' });
    await client.mailsTo(email);
    const answer = await client.call('signInWithEmailLink', { email, oobCode: code });
    expect(answer.statusCode).toBe(200);
    const unused = { email, oobCode: await client.mailedCode(email) };
    expect(refusalOf(await client.call('signInWithEmailLink', unused))).toBe('INVALID_OOB_CODE');
  });

  it('mails at most five reset links an hour to one address from all networks together', async () => {
    const { email } = await client.signUp();
    for (let i = 0; i < 7; i += 1)
      expect((await send({ requestType: 'PASSWORD_RESET', email })).statusCode).toBe(200);
    expect(await client.mailsTo(email)).toHaveLength(5);
  });
});
