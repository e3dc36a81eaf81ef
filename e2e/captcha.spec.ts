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

/** What was sent to the identity provider, in order: method and captcha. */
async function standIn(page: Page): Promise<string[]> {
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
    calls.push(`${call}: ${captcha ?? 'no captcha'}`);
    if (!captcha) return answer(route, 400, { error: { code: 400, message: 'MISSING_RECAPTCHA_TOKEN' } });
    expect(clientType).toBe('CLIENT_TYPE_WEB');
    expect(recaptchaVersion).toBe('RECAPTCHA_ENTERPRISE');
    if (call === 'sendOobCode') return answer(route, 200, { email });
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
    page.getByText('That e-mail address and password do not belong together.', { exact: true }),
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
