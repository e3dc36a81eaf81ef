import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { signUpOverHttp } from '../test/support/http-user.ts';
import { parse, photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { confirmAddress, mailSettings, signUp } from './fixtures/account-steps.ts';
import { violations } from './fixtures/axe-violations.ts';
import { signIn } from './tour/signed-in-pages.ts';

/** Maren encloses a stamp; Ilse signs up with the address that the letter came to, and writes with it. */
let sink: SmtpSink;
let product: RunningProduct;

test.beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startProduct(mailSettings(sink.url));
});
test.afterAll(async () => {
  await product.stop();
  await sink.close();
});

async function query(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl ?? '' });
  await client.connect();
  await client.query(statement, values);
  await client.end();
}

/** Bought two days ago, so that what is given of it need not wait. */
const buy = (uid: string, credits: number) =>
  query(
    `with buyer as (update users set credits = credits + $2 where account_uid = $1 returning id),
     bought as (insert into checkouts (id, user_id, provider, livemode, package_id, package_name, credits, list_price, amount,
         currency, status, expires_at, paid_at)
       select gen_random_uuid(), id, 'sandbox', false, 'five', $2 || ' credits', $2, $2 * 100, $2 * 100, 'usd', 'paid', now(),
         now() - interval '2 days' from buyer returning id, user_id)
     insert into ledger_entries (user_id, delta, kind, reference) select user_id, $2, 'purchase', id::text from bought`,
    [uid, credits],
  );

async function write(page: Page, name: string, email: string): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(photo('torn-note.jpg'));
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
}

const openSlip = (page: Page) => page.getByText(/^To .+ · today · \d stamp/).click();

test('a stamp that is enclosed carries a letter of whoever got it', async ({ page, browser }) => {
  const maren = await signUpOverHttp(product.url, 'maren@example.com', sink);
  await signIn(page, product.url, 'maren@example.com');
  await write(page, 'Ilse Brandt', 'ilse@example.org');
  const enclose = page.getByRole('checkbox', { name: /Enclose a stamp/ });

  await test.step('what is fetched late does not move Send away from the pointer', async () => {
    const late = Promise.withResolvers<void>();
    const isLate = /\/api\/(gifts|users\/[\w-]+)$|\/(arrival|language)-choice-[\w-]+\.js$/;
    await page.route(isLate, async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.reload();
    const send = page.getByRole('button', { name: 'Send Letter' });
    await expect(send).toBeEnabled();
    await openSlip(page);
    const place = await send.boundingBox();
    late.resolve();
    await expect(page.getByText('Only stamps that you bought can be given.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Their language' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose a day' })).toBeVisible();
    await expect(page.getByText('You have 5 credits.')).toBeVisible();
    expect(await send.boundingBox()).toEqual(place);
    await page.unroute(isLate);
  });

  await test.step('where the stamps cannot be read, the server says whether one can be enclosed', async () => {
    await page.route('**/api/gifts', (route) => route.fulfill({ status: 500 }));
    await page.reload();
    await openSlip(page);
    await enclose.check();
    await page.getByRole('button', { name: 'Send Letter' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Only stamps that you bought can be given' });
    await expect(refusal.first()).toBeVisible();
    await enclose.uncheck();
    await page.unroute('**/api/gifts');
    await page.reload();
    await openSlip(page);
  });

  await test.step('only a stamp that was bought can be enclosed', async () => {
    await expect(enclose).toBeDisabled();
    await expect(page.getByText('Only stamps that you bought can be given.')).toBeVisible();
    await buy(maren.uid, 4);
    await page.reload();
    await openSlip(page);
    await expect(enclose).toBeEnabled();
    await enclose.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('To Ilse Brandt · today · 2 stamps')).toBeVisible();
    await expect(page.getByText('You have 9 credits. 7 will be left.')).toBeVisible();
    await expect(page.frameLocator('iframe').first().locator('body')).toContainText('A stamp is enclosed');
    expect(await violations(page)).toEqual([]);
    for (let back = 0; back < 3; back++) await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('complementary', { name: 'Your envelope' })).toContainText('2 credits');
    for (const name of ['Continue to Recipient', 'Continue to Template', 'Preview'])
      await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Send Letter' }).click();
    await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
  });

  await test.step('stamps are given to an address, and taken back a week after their mail', async () => {
    await page.goto(`${product.url}/payment`);
    await page.getByRole('link', { name: 'give stamps to somebody' }).click();
    await expect(page.getByText('You can give 3 that you bought.')).toBeVisible();
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Runa Vik');
    await page.getByLabel('Email').fill('runa@example.org');
    await page.getByRole('spinbutton', { name: 'Stamps' }).fill('3');
    await page.getByLabel('A few words').fill('For the long winter.');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('spinbutton', { name: 'Stamps' }).press('Enter');
    const given = page.getByRole('list', { name: 'Stamps that you gave' });
    await expect(given.getByRole('listitem').first()).toContainText('3 stamps for Runa Vik');
    await expect(given).toContainText('Waits in its letter.');
    await expect(given).toContainText('You can take it back from');
    await expect(page.getByRole('button', { name: 'Take back: Runa Vik' })).toBeHidden();
    await query("update gifts set mailed_at = mailed_at - interval '8 days'");
    await page.reload();
    await page.getByRole('button', { name: 'Take back: Runa Vik' }).click();
    await expect(given).toContainText('You took it back.');
    await expect(page.getByRole('banner')).toContainText(/7\s*credits/);
    expect(await violations(page)).toEqual([]);
  });

  const other = await (await browser.newContext()).newPage();
  await test.step('who gets the letter signs up with its address and has the stamp once it is confirmed', async () => {
    const letterTo = () =>
      sink.messages.find(
        ({ envelopeRecipients: [to], raw }) => to === 'ilse@example.org' && /^Subject: A letter/m.test(raw),
      );
    await expect.poll(letterTo).toBeDefined();
    const { text } = await parse(letterTo()?.raw ?? '');
    const link = /http:\S+\/credits\?stamp/.exec(text ?? '')?.[0] ?? '';
    await other.goto(link);
    await expect(other.getByText('A gift waits for you')).toBeVisible();
    await signUp(other, 'ilse@example.org');
    await expect(other.getByRole('heading', { name: 'Your credits' })).toBeVisible();
    // Of somebody whose record was made a moment ago, too.
    await expect(other.getByRole('heading', { name: 'Give stamps' })).toBeVisible();
    await expect(other.getByRole('banner')).toContainText(/0\s*credits/);
    await confirmAddress(other, sink, 'ilse@example.org');
    await expect(other.getByText('A stamp from Maren is yours now', { exact: true })).toBeVisible();
    await expect(other.getByRole('banner')).toContainText(/1\s*credit/);
  });

  await test.step('she writes a letter of her own with it, and pays nothing', async () => {
    await other.goto(product.url);
    await write(other, 'Maren', 'maren@example.com');
    await other.getByRole('button', { name: 'Send Letter' }).click();
    await expect(other.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Received.')).toBeVisible();
  });
  await other.context().close();
});
