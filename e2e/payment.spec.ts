import { expect, type Page, test } from '@playwright/test';
import { StripeStandIn } from '../test/stand-ins/stripe-stand-in.ts';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { signUp } from './fixtures/account-steps.ts';
import { violations } from './fixtures/axe-violations.ts';
import { creditsKnown } from './tour/visit.ts';

/** Buying credits at the test checkout, every way it can go, and the books that say so afterwards. */
let product: RunningProduct;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

/** What a journey started for itself; it ends though the journey fails. */
const stops: (() => Promise<void>)[] = [];
test.afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

test('payment: coupons, the test checkout with every outcome, the ledger and its receipts', async ({
  page,
}) => {
  await signUp(page, 'buyer@example.com', product.url);
  await page.goto(`${product.url}/buy-credits`);
  await expect(page).toHaveURL(`${product.url}/payment`);
  await creditsKnown(page);
  await expect(page.getByRole('heading', { name: 'How Letter Credits Work' })).toBeVisible();
  await expect(page.getByText(/^Best Value/)).toHaveCount(1);
  await expect(page.getByText('Best Value, save 50%')).toBeVisible();

  await test.step('a discount is shown on every package, and can be removed', async () => {
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    const refusal = page
      .getByRole('region', { name: /Notifications/ })
      .getByText('Please enter a coupon code', { exact: true });
    await expect(refusal).toBeVisible();
    // Closed under the pointer, which must not keep the next one on the screen.
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(refusal).toBeHidden();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(refusal).toBeVisible();
    await expect(refusal).toBeHidden();
    const asked = page.waitForRequest('**/api/validate-coupon');
    const pressed = Date.now();
    await page.getByRole('button', { name: 'TEACHER20' }).click();
    await asked;
    expect(Date.now() - pressed).toBeGreaterThanOrEqual(100);
    await expect(page.getByText('20% off is held for your next purchase')).toBeVisible();
    for (const offer of ['5 credits for $4.00', '15 credits for $9.60', '50 credits for $20.00'])
      await expect(page.getByRole('button', { name: `Buy ${offer}` })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove TEACHER20' }).click();
    for (const offer of ['5 credits for $5.00', '15 credits for $12.00', '50 credits for $25.00'])
      await expect(page.getByRole('button', { name: `Buy ${offer}` })).toBeVisible();
    const code = page.getByLabel('Coupon code');
    await code.fill('no such code');
    await expect(code).toHaveValue('NO SUCH CODE');
    await code.press('Enter');
    await expect(page.getByText('Invalid Coupon', { exact: true })).toBeVisible();
    await code.fill('teacher20');
    await code.press('Enter');
    await expect(page.getByText('20% off is held for your next purchase')).toBeVisible();
    // Sooner than it would go by itself.
    await expect(page.getByText('Invalid Coupon', { exact: true })).toHaveCount(0, { timeout: 4000 });
  });

  await test.step('declined, then cancelled: nothing is charged, and the retry keeps the discount', async () => {
    await buy(page, '15 credits for $9.60');
    await expect(page.getByText('$9.60')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('alert')).toContainText('Your card was declined. Nothing was charged.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
    await expect(page.getByText('No charge was made.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Try Again' }).click();
  });

  await test.step('paid: the success page shows the new balance, and logs the session', async () => {
    const logged = page.waitForEvent('console', (line) =>
      line.text().startsWith('Checkout session cs_sandbox_'),
    );
    await buy(page, '15 credits for $9.60');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('15 credits for $9.60 are yours now.')).toBeVisible();
    await logged;
    await hasCredits(page, 15);
    expect(await violations(page)).toEqual([]);
  });

  await test.step('free credits are redeemed at once; a spent discount is gone', async () => {
    await page.getByRole('link', { name: 'Buy More Credits' }).click();
    await expect(page.getByRole('button', { name: 'Buy 15 credits for $12.00' })).toBeVisible();
    await page.getByRole('button', { name: 'WELCOME5' }).click();
    await hasCredits(page, 20);
    await expect(page.getByRole('button', { name: 'WELCOME5' })).toHaveCount(0);
    await page.getByRole('button', { name: 'TEACHER20' }).click();
    await expect(page.getByText('You have already used that code.').first()).toBeVisible();
  });

  await test.step('paid in a tab that is closed: the credits are granted', async () => {
    const other = await page.context().newPage();
    await other.goto(`${product.url}/payment`);
    await creditsKnown(other);
    await buy(other, '50 credits for $25.00');
    await other.getByRole('button', { name: 'Pay and close the tab' }).click();
    await expect(other.getByText('Here the tab would be closed')).toBeVisible();
    await other.close();
    await page.reload();
    await hasCredits(page, 70);
  });

  await test.step('paid late: the success page shows that it waits', async () => {
    await buy(page, '5 credits for $5.00');
    await page.getByRole('button', { name: 'Pay late' }).click();
    await expect(page.getByText('as soon as the payment service confirms them')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Payment on its way' })).toBeVisible();
    await hasCredits(page, 70);
    expect(await violations(page)).toEqual([]);
    await expect(page.getByText('5 credits for $5.00 are yours now.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible();
    await hasCredits(page, 75);
    await expect(page.getByRole('link', { name: 'Give stamps' })).toHaveAttribute('href', /give-stamps$/);
  });

  await test.step('every entry is in the ledger, with a receipt to print', async () => {
    await page.goto(`${product.url}/credits`);
    const lines = page
      .getByRole('table', { name: 'Every credit that came and went, newest first' })
      .getByRole('row');
    await expect(lines).toHaveCount(5);
    for (const [n, [title, credits, left]] of [
      ['Bought 5 credits', '+5', '75'],
      ['Bought 50 credits', '+50', '70'],
      ['Coupon WELCOME5', '+5', '20'],
      ['Bought 15 credits', '+15', '15'],
    ].entries()) {
      const cells = lines.nth(n + 1).getByRole('cell');
      await expect(cells.nth(0)).toContainText(title ?? '');
      await expect(cells.nth(1)).toHaveText(credits ?? '');
      await expect(cells.nth(2)).toHaveText(left ?? '');
    }
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Receipt: Bought 15 credits' }).click();
    const slip = page.getByRole('region', { name: 'Receipt' });
    for (const fact of ['Test, no money moved', 'buyer@example.com', '$12.00', 'TEACHER20', '$2.40', '$9.60'])
      await expect(slip).toContainText(fact);
    expect(await violations(page)).toEqual([]);
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed');
    await page.emulateMedia({ media: 'print' });
    await expect(slip).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  });
});

test('payment: who goes on to another page while the checkout is prepared stays there', async ({ page }) => {
  await signUp(page, 'elsewhere@example.com', product.url);
  await page.goto(`${product.url}/payment`);
  await creditsKnown(page);
  const late = Promise.withResolvers<void>();
  await page.route('**/api/create-checkout-session', async (route) => {
    await late.promise;
    await route.continue();
  });
  const answer = page.waitForResponse('**/api/create-checkout-session');
  await page.getByRole('button', { name: 'Buy 5 credits for $5.00' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'My Letters' }).click();
  await expect(page.getByRole('link', { name: 'Write First Letter' })).toBeVisible();
  late.resolve();
  await (await answer).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(page.getByRole('link', { name: 'Write First Letter' })).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/my-letters`);
});

test('payment: a purchase goes on when the offer of fewer free credits comes meanwhile', async ({ page }) => {
  const [offer, checkout] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const coupon = {
    code: 'ONE',
    description: '',
    discountType: 'fixed',
    discountValue: 0,
    freeCredits: 1,
    packages: null,
  };
  await page.route('**/api/welcome-coupon', async (route) => {
    await offer.promise;
    await route.fulfill({ json: { coupon } });
  });
  await page.route('**/api/create-checkout-session', async (route) => {
    await checkout.promise;
    await route.continue();
  });
  await signUp(page, 'two@example.com', product.url);
  await page.locator('input[type=file]').first().setInputFiles(photo('torn-note.jpg'));
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page
    .getByRole('textbox', { name: 'Email' })
    .fill('Ilse Brandt <ilse@example.org>, Tom Oakes <tom@example.org>');
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: 'Send Letter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Need More Credits' });
  await dialog.getByRole('button', { name: 'Buy 5 credits' }).click();
  offer.resolve();
  await expect(dialog.getByRole('button', { name: 'Take 1 credit' })).toBeVisible();
  checkout.resolve();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
});

test('payment: a letter without credit is kept unchanged while credits are bought', async ({ page }) => {
  // Whoever has free credits to claim is shown no packages.
  await page.route('**/api/welcome-coupon', (route) => route.fulfill({ json: { coupon: null } }));
  await signUp(page, 'maren@example.com', product.url);
  await page.goto(`${product.url}/payment`);
  await creditsKnown(page);
  await page.getByRole('button', { name: 'TEACHER20' }).click();
  await expect(page.getByText('20% off is held for your next purchase')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Slow Letters' }).click();
  await page.locator('input[type=file]').first().setInputFiles(photo('torn-note.jpg'));
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse.brandt@example.org');
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByLabel('Message').fill('Dear {{recipientName}},\n\nThe plum tree has flowered.');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const letter = page.frameLocator('iframe').first();
  await expect(letter.locator('p').filter({ hasText: 'The plum tree has flowered.' })).toBeVisible();
  await page.getByRole('button', { name: 'Send Letter' }).click();

  const dialog = page.getByRole('dialog', { name: 'Need More Credits' });
  await expect(dialog).toContainText('This letter costs 1 credit and you have none left.');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('radio', { name: '5 credits' }).first().check();
  await expect(dialog).toContainText('Instead of $5.00 $4.00');
  await expect(dialog).toContainText('TEACHER20: 20% off.');
  await dialog.getByRole('button', { name: 'Buy 5 credits' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('5 credits for $4.00 are yours now.')).toBeVisible();

  await page.getByRole('link', { name: 'Create a Letter' }).click();
  await expect(letter.locator('p').filter({ hasText: 'Dear Ilse Brandt,' })).toBeVisible();
  await expect(letter.locator('p').filter({ hasText: 'The plum tree has flowered.' })).toBeVisible();
  await expect(letter.locator('img')).toHaveCount(1);
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
  await hasCredits(page, 4);

  for (const address of ['/payment/success', '/payment/success?session_id=cs_sandbox_nobody']) {
    await page.goto(product.url + address);
    await expect(page.getByRole('heading', { name: 'No payment to show' })).toBeVisible();
    await expect(page.getByText('Payment Successful')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Create a Letter' })).toBeVisible();
  }
});

test('payment: Stripe’s script is loaded on the payment page only, which shows an error when it fails', async ({
  page,
}) => {
  const stripe = new StripeStandIn();
  stops.push(() => stripe.stop());
  const shop = await startProduct({
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: await stripe.start(),
  });
  stops.push(() => shop.stop());
  expect(shop.greeting).toMatch(/payments +Stripe at .+, test key: no money moves/);
  const scripts: string[] = [];
  let there = false;
  await page.route('https://js.stripe.com/**', async (route) => {
    scripts.push(new URL(page.url()).pathname);
    if (there) await route.fulfill({ contentType: 'text/javascript', body: 'window.Stripe = () => ({});' });
    else await route.abort();
  });
  await page.route('https://checkout.stripe.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Stripe Checkout</h1>' }),
  );

  await signUp(page, 'payer@example.com', shop.url);
  await page.getByRole('banner').getByRole('link', { name: 'Buy Credits' }).first().click();
  const five = page.getByRole('button', { name: 'Buy 5 credits for $5.00' });
  await five.click();
  await expect(page.getByText('Stripe failed to load', { exact: true })).toBeVisible();
  expect(stripe.sessions.size).toBe(0);
  there = true;
  await five.click();
  await expect(page.getByRole('heading', { name: 'Stripe Checkout' })).toBeVisible();
  expect(stripe.sessions.size).toBe(1);
  expect(new Set(scripts)).toEqual(new Set(['/payment']));
  for (const elsewhere of ['/', '/my-letters', '/payment/success']) {
    const policy = (await page.request.get(shop.url + elsewhere)).headers()['content-security-policy'];
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('stripe');
  }
});

/** Chooses a package and follows it to the test checkout. */
async function buy(page: Page, offer: string): Promise<void> {
  await page.getByRole('button', { name: `Buy ${offer}` }).click();
  await expect(page.getByRole('heading', { name: 'Test checkout' })).toBeVisible();
}

async function hasCredits(page: Page, credits: number): Promise<void> {
  await expect(page.getByRole('banner')).toContainText(new RegExp(`(?<!\\d)${credits}\\s*credits`));
}
