import { expect, type Page, type Route, test } from '@playwright/test';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';

/**
 * A Firebase project that wants a captcha (`missing-recaptcha-token`, spec section 8). Stand-ins take the place of Google's
 * servers: they check what they are asked, and Google's script does what the real one does under the page's policy.
 */
const SITE_KEY = 'plum-site-key';
const GOOGLE = 'https://www.google.com/recaptcha/enterprise';
const GSTATIC = 'https://www.gstatic.com/recaptcha/releases/plum/recaptcha__en.js';
const IDENTITY = 'https://identitytoolkit.googleapis.com';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await startProduct({ FIREBASE_PROJECT_ID: 'plum-project', FIREBASE_API_KEY: 'plum-key' });
});
test.afterAll(() => product.stop());

/** Loads its code, opens its frame and makes a call, as Google's script does, then gives a token for key and action. */
const SCRIPT = `(() => {
  const asked = new URL(document.currentScript.src).searchParams;
  const loaded = (name, src) => new Promise((done, failed) => {
    const element = document.createElement(name);
    Object.assign(element, { src, onload: done, onerror: failed });
    document.body.append(element);
  });
  const ready = Promise.all([
    loaded('script', '${GSTATIC}'),
    loaded('iframe', '${GOOGLE}/anchor'),
    fetch('${GOOGLE}/clr', { method: 'POST' }),
  ]);
  window.grecaptcha = { enterprise: {
    ready: (then) => ready.then(then),
    execute: async (key, { action }) => [key === asked.get('render') && window.captchaCode, key, action].join(' '),
  } };
  window[asked.get('onload')]();
})();`;

/** As Google's server and ours answer of her. */
const MAREN = {
  localId: 'maren',
  uid: 'maren',
  id: 1,
  firebaseUid: 'maren',
  email: 'maren@example.com',
  emailVerified: true,
  displayName: 'Maren',
  credits: 5,
};

/** Not signed: only the browser reads it here. */
function idTokenOf({ localId }: typeof MAREN): string {
  const iat = Math.floor(Date.now() / 1000);
  const parts = [{ alg: 'none' }, { sub: localId, iat, auth_time: iat, exp: iat + 3600 }];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.x`;
}

/**
 * Answers the calls to the identity provider.
 * @param person whom a password and a captcha sign in; by default nobody
 * @returns the calls, in order: method and captcha
 */
async function standIn(page: Page, person: typeof MAREN | null = null): Promise<string[]> {
  const calls: string[] = [];
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  const answer = (route: Route, status: number, json: object) => route.fulfill({ status, json, headers });
  await page.route(`${GOOGLE}.js?**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  );
  await page.route(GSTATIC, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: "window.captchaCode = 'code';" }),
  );
  await page.route(`${GOOGLE}/anchor`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>captcha</p>' }),
  );
  await page.route(`${GOOGLE}/clr`, (route) => route.fulfill({ headers, body: '' }));
  await page.route(`${IDENTITY}/v2/recaptchaConfig?**`, (route) => {
    const query = new URL(route.request().url()).searchParams;
    expect(query.get('clientType')).toBe('CLIENT_TYPE_WEB');
    expect(query.get('version')).toBe('RECAPTCHA_ENTERPRISE');
    return answer(route, 200, {
      recaptchaKey: `projects/plum-project/keys/${SITE_KEY}`,
      recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'ENFORCE' }],
    });
  });
  await page.route(`${IDENTITY}/v1/accounts:*`, (route) => {
    const call = new URL(route.request().url()).pathname.split(':')[1] ?? '';
    const { captchaResponse, captchaResp, clientType, recaptchaVersion, email } = route
      .request()
      .postDataJSON();
    const captcha = captchaResponse ?? captchaResp;
    if (call === 'lookup')
      return answer(route, 200, { users: [{ ...person, providerUserInfo: [{ providerId: 'password' }] }] });
    calls.push(`${call}: ${captcha ?? 'no captcha'}`);
    if (!captcha) return answer(route, 400, { error: { code: 400, message: 'MISSING_RECAPTCHA_TOKEN' } });
    expect(clientType).toBe('CLIENT_TYPE_WEB');
    expect(recaptchaVersion).toBe('RECAPTCHA_ENTERPRISE');
    if (call === 'sendOobCode') return answer(route, 200, { email });
    if (person && call === 'signInWithPassword')
      return answer(route, 200, {
        ...person,
        idToken: idTokenOf(person),
        refreshToken: 'r',
        expiresIn: '3600',
      });
    return answer(route, 400, { error: { code: 400, message: 'INVALID_LOGIN_CREDENTIALS' } });
  });
  return calls;
}

test('captcha: the sign-in page loads it when the project wants one, and the call is made again with its token', async ({
  page,
}) => {
  const calls = await standIn(page);
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('violates the following Content Security Policy'))
      blocked.push(message.text());
  });
  await page.goto(product.url);
  expect(await page.evaluate(() => document.querySelectorAll('script[src*=recaptcha]').length)).toBe(0);
  await page.getByRole('textbox', { name: 'Email' }).fill('maren@example.com');
  await page.getByLabel('Password', { exact: true }).fill('slow and steady 7');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(
    page.getByRole('alert').getByText('That e-mail address and password do not belong together.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('a link is on its way to it')).toBeVisible();
  expect(calls).toEqual([
    'signInWithPassword: no captcha',
    `signInWithPassword: code ${SITE_KEY} signInWithPassword`,
    `sendOobCode: code ${SITE_KEY} getOobCode`,
  ]);
  expect(blocked).toEqual([]);
});

test('captcha: a browser that does not load it is told why it cannot sign in', async ({ page }) => {
  await standIn(page);
  await page.route(`${GOOGLE}.js?**`, (route) => route.abort());
  await page.goto(product.url);
  await page.getByRole('textbox', { name: 'Email' }).fill('maren@example.com');
  await page.getByLabel('Password', { exact: true }).fill('slow and steady 7');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(
    page.getByText('The sign-in service asked for a captcha, and it could not be loaded here.', {
      exact: true,
    }),
  ).toBeVisible();
});

test('captcha: the account page, which asks for the password once more, loads it too, however one came there', async ({
  page,
  context,
}) => {
  const calls = await standIn(page, MAREN);
  await page.route(`${product.url}/api/**`, (route) => {
    const known = { '/api/session': MAREN, '/api/users/maren': MAREN, '/api/sessions': [] };
    const json = new Map<string, object>(Object.entries(known)).get(new URL(route.request().url()).pathname);
    return route.fulfill(json ? { json } : { status: 404, json: { message: 'Not here.' } });
  });
  await page.goto(product.url);
  await page.getByRole('textbox', { name: 'Email' }).fill(MAREN.email);
  await page.getByLabel('Password', { exact: true }).fill('slow and steady 7');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('button', { name: /Account:/ })).toBeVisible();
  // From now on pages have the policy of somebody signed in.
  await context.addCookies([{ name: 'session', value: 'of-maren', url: product.url }]);
  await page.goto(`${product.url}/mission`);
  await page.getByRole('button', { name: /Account:/ }).click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  calls.length = 0;
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Present password', { exact: true }).fill('slow and steady 7');
  await dialog.getByLabel('New password', { exact: true }).fill('quince and plum 8');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect.poll(() => calls).toContain(`signInWithPassword: code ${SITE_KEY} signInWithPassword`);
});
