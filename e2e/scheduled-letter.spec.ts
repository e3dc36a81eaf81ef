import { expect, type Page, test } from '@playwright/test';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { runAsAdmin } from '../test/support/test-cluster.ts';
import { seedUser } from './fixtures/seeded-user.ts';
import { signIn } from './tour/signed-in-pages.ts';

/** A letter that is to arrive on Christmas Eve: chosen, changed and taken back. */
let product: RunningProduct;

test.use({ timezoneId: 'America/New_York' });
test.beforeAll(async () => {
  product = await sharedProduct();
});

/** 'YYYY-12-24' of the year in which it comes next, more than a day ahead. */
function nextChristmasEve(): string {
  const now = new Date();
  const year = now.getFullYear() + (now.getMonth() === 11 && now.getDate() > 21 ? 1 : 0);
  return `${year}-12-24`;
}

async function chooseDay(page: Page, day: string, time: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'When should it arrive?' });
  const arrives = dialog.getByRole('status').last();
  await dialog.getByLabel('Day', { exact: true }).fill('2099-01-01');
  await dialog.getByRole('button', { name: 'Choose this time' }).click();
  await expect(dialog).toContainText('Please choose a day within a year from now.');
  await expect(arrives).toHaveText('');
  await dialog.getByLabel('Day', { exact: true }).fill(day);
  await dialog.getByLabel('Time', { exact: true }).selectOption(time);
  await expect(dialog).not.toContainText('Please choose a day');
  await dialog.getByLabel('Another city').fill('paris');
  await expect(dialog.getByLabel(/By the clocks of/)).toHaveValue('Europe/Paris');
  await expect(arrives).toContainText('2:00 where you are');
  await dialog.getByRole('button', { name: 'Choose this time' }).click();
  await expect(dialog).toBeHidden();
}

test('a letter waits for its day, is changed and taken back; a birthday leads to another', async ({
  page,
}) => {
  const user = await seedUser(product.url, 'maren.eve@example.com');
  await signIn(page, product.url, user.email);

  await test.step('its day is chosen before it is sent', async () => {
    await page.locator('input[type=file]').first().setInputFiles(photo('torn-note.jpg'));
    await page.getByRole('button', { name: /Continue/ }).click();
    await page.getByRole('button', { name: /Grandpa Tom/ }).click();
    await page.getByRole('button', { name: /Continue/ }).click();
    await page.getByRole('button', { name: /Preview/ }).click();
    const summary = page.getByRole('complementary', { name: 'Counter' });
    await page.getByText('To Grandpa Tom · today · 1 stamp').click();
    await expect(summary).toContainText('Now');
    await summary.getByRole('button', { name: 'Choose a day' }).click();
    await chooseDay(page, nextChristmasEve(), '08:00');
    await expect(summary).toContainText('24 December');
    await expect(summary).toContainText('8:00 in Paris');
    await expect(page.frameLocator('iframe').first().locator('body')).toContainText('December 24');
    await page.getByRole('button', { name: /^Send on 24 December/ }).click();
    await expect(page.getByRole('heading', { name: /^Your letter waits for 24 December/ })).toBeFocused();
  });

  await test.step('it waits in My Letters with the days that are left, and its credit is spent', async () => {
    await page.getByRole('link', { name: 'View My Letters' }).click();
    const waiting = page.getByRole('region', { name: 'Waiting (1)' });
    await waiting.getByRole('button', { name: 'Waiting (1)' }).click();
    await expect(waiting.getByRole('listitem')).toContainText(/in \d+ days.*Grandpa Tom/);
    await expect(page.getByText('2 credits')).toBeVisible();
    await waiting.getByRole('button', { name: 'Change' }).click();
    await chooseDay(page, nextChristmasEve().replace('-24', '-23'), '08:00');
    await expect(waiting.getByRole('listitem')).toContainText('23 December');
  });

  await test.step('it is taken back for its credit, and lies on the desk as it was', async () => {
    const waiting = page.getByRole('region', { name: 'Waiting (1)' });
    await waiting.getByRole('button', { name: 'Take it back' }).click();
    await expect(waiting.getByRole('button', { name: 'Let it wait' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(waiting.getByRole('button', { name: 'Take it back' })).toBeFocused();
    await page.keyboard.press('Enter');
    await waiting.getByRole('button', { name: 'Take it back' }).click();
    await expect(waiting).toBeHidden();
    await expect(page.locator('#main')).toBeFocused();
    await expect(page.getByText('3 credits')).toBeVisible();
    await page.getByRole('button', { name: 'Go to it' }).click();
    await expect(page.getByRole('heading', { name: 'Read it once more' })).toBeVisible();
    await expect(page.getByText('To Grandpa Tom · today · 1 stamp')).toBeVisible();
    await expect(page.getByText('You have a letter in progress')).toBeHidden();
  });

  await test.step('a birthday in the address book leads to a letter that arrives on it', async () => {
    await page
      .getByRole('button', { name: /account menu|Your account|Account/i })
      .first()
      .click();
    await page.getByRole('link', { name: 'Address book' }).click();
    const book = page.getByRole('main');
    await book.getByRole('button', { name: /^Grandpa Tom/ }).click();
    await book.getByRole('button', { name: 'Birthdays and dates of Grandpa Tom' }).click();
    await book.getByRole('button', { name: 'Add a day' }).click();
    await book.getByLabel('Day', { exact: true }).fill('24');
    await book.getByLabel('Month', { exact: true }).selectOption('December');
    await book.getByLabel(/^Year/).fill('1946');
    // A day that cannot be saved stays in its form, also where the days cannot be read again; each try has one key.
    const keys = new Set<string | undefined>();
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/occasions'))
        keys.add(request.headers()['idempotency-key']);
    });
    await page.route('**/api/occasions', (route) => route.abort());
    await book.getByRole('button', { name: 'Save' }).click();
    await expect(book.getByRole('alert')).toContainText('was not saved');
    await expect(book.getByLabel(/^Year/)).toHaveValue('1946');
    await page.unroute('**/api/occasions');
    await book.getByRole('button', { name: 'Save' }).click();
    await expect(book.getByText('24 December 1946').first()).toBeVisible();
    expect([...keys]).toEqual([expect.stringMatching(/./)]);
    // While one form is open, no other takes its place.
    const edit = book.getByRole('button', { name: 'Edit 24 December 1946' });
    await expect(edit).toBeVisible();
    await book.getByRole('button', { name: 'Add a day' }).click();
    await expect(edit).toBeHidden();
    const { body } = await user.person.call<{ recipientId: number }[]>('GET', '/api/occasions');
    const soon = new Date(Date.now() + 3 * 86_400_000);
    await user.person.call('POST', '/api/occasions', {
      recipientId: body[0]?.recipientId,
      kind: 'day',
      label: 'Name day',
      month: soon.getUTCMonth() + 1,
      day: soon.getUTCDate(),
      year: null,
      remindDays: null,
    });
    await page.goto(`${product.url}/my-letters`);
    const next = page.getByRole('link', { name: /^Name day of Grandpa Tom is / });
    const day = soon.toISOString().slice(0, 10);
    await expect(next).toHaveAttribute('href', `/?to=${body[0]?.recipientId}&arrive=${day}`);
    await page.goto(`${product.url}/?to=${body[0]?.recipientId}&arrive=${nextChristmasEve()}`);
    await expect(page.getByText('A letter to Grandpa Tom', { exact: true })).toBeVisible();
    await expect(page.getByText(/^It arrives on .* 24 December/)).toBeVisible();
  });
});

test('a letter that did not leave lies on the desk, though it is gone from My Letters before the answer comes', async ({
  page,
}) => {
  const { email, person } = await seedUser(product.url, 'maren.unsent@example.com');
  const { body } = await person.call<{ id: number }>('POST', '/api/letters', {
    recipientName: 'Posy Oakes',
    recipientEmail: 'posy.oakes@example.org',
    emailMessage: 'Plums.',
    template: 'vintage',
    photoUrls: [await person.upload('torn-note.jpg')],
  });
  const arrival = { arriveLocal: `${nextChristmasEve()}T08:00`, arriveZone: 'Europe/Paris' };
  await person.call('POST', `/api/letters/${body.id}/send`, { arrival });
  const database = { url: product.databaseUrl ?? '' };
  await runAsAdmin(database, `update letters set status = 'unsent' where id = ${body.id}`);
  await signIn(page, product.url, email);
  await page.goto(`${product.url}/my-letters?to=posy.oakes@example.org`);
  await page.getByRole('button', { name: 'View Details' }).click();
  const details = page.getByRole('dialog', { name: /^Letter of/ });
  await page.route('**/desk', async (route) => {
    const response = await route.fetch();
    await expect(details).toBeHidden();
    await route.fulfill({ response });
  });
  await details.getByRole('button', { name: 'Put it on the desk' }).click();
  await expect(page.getByRole('heading', { name: 'Read it once more' })).toBeVisible();
  await expect(page.getByText('To Posy Oakes · today · 1 stamp')).toBeVisible();
});
