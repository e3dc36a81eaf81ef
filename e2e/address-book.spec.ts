import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { signUp } from './fixtures/account-steps.ts';
import { violations } from './fixtures/axe-violations.ts';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await sharedProduct();
});

test('address book: somebody is added, changed in place, and written to from the menu', async ({ page }) => {
  await signUp(page, 'maren.people@example.com', product.url);
  await page.getByRole('button', { name: /Account: / }).click();
  await page.getByRole('link', { name: 'Address book' }).click();
  const book = page.getByRole('main');
  await book.getByRole('button', { name: 'Add somebody' }).click();
  await book.getByRole('textbox', { name: 'Name' }).fill('Bea Lindqvist');
  await book.getByRole('button', { name: 'Save' }).click();
  await expect(book.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await expect(book.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await book.getByRole('textbox', { name: 'Email' }).fill('bea@example.org');
  await book.getByRole('button', { name: 'Save' }).click();
  const bea = book.getByRole('button', { name: /^Bea Lindqvist/, expanded: true });
  await expect(bea).toBeFocused();
  await bea.click();
  await book.getByRole('button', { name: 'Add somebody' }).click();
  await book.getByRole('textbox', { name: 'Name' }).fill('Bea Lindqvist');
  await book.getByRole('textbox', { name: 'Email' }).fill('bea@example.org');
  await book.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(bea).toBeFocused();

  await book.getByRole('button', { name: 'Edit Bea Lindqvist' }).click();
  await book.getByRole('textbox', { name: 'Call them' }).fill('Bea');
  await book.getByLabel('Another city').fill('stockholm');
  await expect(book.getByLabel('Where do they live?')).toHaveValue('Europe/Stockholm');
  await book.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(book.getByRole('button', { name: 'Edit Bea Lindqvist' })).toBeFocused();
  await expect(book.getByText('You call them Bea')).toBeVisible();
  await expect(book.getByText('Lives by the clocks of Stockholm')).toBeVisible();

  const copy = async () => {
    await book.getByRole('button', { name: 'More' }).click();
    await book.getByRole('button', { name: 'Export for phones and mail (vCard)' }).click();
  };
  const downloading = page.waitForEvent('download');
  await copy();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('address-book.vcf');
  expect(await readFile(await download.path(), 'utf8')).toContain('FN:Bea Lindqvist\r\n');
  for (let times = 1; times < 20; times++)
    expect((await page.request.get(`${product.url}/api/recipients/export?format=csv`)).status()).toBe(200);
  await copy();
  await expect(book.getByRole('alert')).toHaveText(
    'Download failed. Your address book was saved very often within one hour. Please try again in a while.',
  );
  expect(await violations(page, null)).toEqual([]);

  await book.getByRole('link', { name: 'Write to Bea Lindqvist' }).click();
  await expect(page.getByRole('main').getByText('Bea Lindqvist')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText('Bea Lindqvist')).toBeVisible();
});

test('address book: people of a file are looked at, brought in, searched and taken back, by keyboard', async ({
  page,
}) => {
  await signUp(page, 'edda.oakes@example.com', product.url);
  // Where it comes later it takes the focus of the button before Enter is pressed.
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: /Account: / }).press('Enter');
  await page.getByRole('link', { name: 'Address book' }).press('Enter');
  const book = page.getByRole('main');
  await book.getByRole('button', { name: 'More' }).press('Enter');
  await book.getByRole('button', { name: 'Import people' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import people' });
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect(dialog).toBeFocused();

  await test.step('a text without people and a long file are refused; a table without known headers is asked about', async () => {
    await dialog.getByLabel(/paste names/).fill('Nobody is here.');
    await dialog.getByRole('button', { name: 'Read what I pasted' }).press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Nobody was found.');
    const long = { name: 'all.vcf', mimeType: 'text/vcard', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
    await dialog.locator('input[type=file]').setInputFiles(long);
    await expect(dialog.getByRole('alert')).toContainText('This is longer than 5 MB.');
    await dialog.getByLabel(/paste names/).fill('Wer;Wo\nEdda;edda@example.org');
    await dialog.getByRole('button', { name: 'Read what I pasted' }).press('Enter');
    await expect(dialog.getByLabel('The name is in')).toHaveValue('0');
    expect(await violations(page, null)).toEqual([]);
    await dialog.getByRole('button', { name: 'Go on' }).press('Enter');
    await expect(dialog.getByRole('status')).toHaveText('1 person: 1 new.');
    await dialog.getByRole('button', { name: 'Back' }).press('Enter');
  });

  await test.step('of a file with many people those near the screen are rendered', async () => {
    const card = (name: string, email: string, more = '') =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEMAIL:${email}\r\n${more}END:VCARD\r\n`;
    const numbers = Array.from({ length: 1_200 }, (_, n) => String(n + 1).padStart(4, '0'));
    const cards = [
      card('Uri Wrong', 'uri@example'),
      card('Shop', 'noreply@shop.example'),
      card('Oma', 'oma@example.org', 'EMAIL;TYPE=PREF:home@example.org\r\nBDAY:--1204\r\n'),
      ...numbers.map((n) => card(`Person ${n}`, `person.${n}@example.org`)),
    ];
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).press('Enter');
    const file = { name: 'contacts.vcf', mimeType: 'text/vcard', buffer: Buffer.from(cards.join('')) };
    await (await chooser).setFiles(file);
    await expect(dialog.getByRole('status')).toHaveText('1,203 people: 1,201 new, 2 to look at.');
    expect(await dialog.getByRole('listitem').count()).toBeLessThan(100);
    expect(await violations(page, null)).toEqual([]);
  });

  await test.step('a wrong address is edited, and somebody is left out', async () => {
    await expect(dialog.getByRole('checkbox', { name: /^Uri Wrong/ })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Edit Uri Wrong' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('uri@example.org');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Edit Uri Wrong' })).toBeFocused();
    await expect(dialog.getByRole('checkbox', { name: /^Uri Wrong/ })).toBeChecked();
    await dialog.getByRole('combobox', { name: 'Address of Oma' }).selectOption('oma@example.org');
    await expect(dialog.getByRole('checkbox', { name: /^Shop/ })).not.toBeChecked();
    await dialog.getByRole('checkbox', { name: /^Person 0001/ }).press('Space');
  });

  await test.step('they are added, found, reached by Tab and End, and taken back', async () => {
    // The second call fails; of the first, somebody is refused by the server.
    let calls = 0;
    await page.route('**/api/recipients/import', async (route) => {
      calls += 1;
      if (calls === 2) return route.fulfill({ status: 409, json: { code: 'FULL', message: 'It is full.' } });
      const response = await route.fetch();
      const answer = await response.json();
      const refused = calls === 1 ? [{ index: 0, message: 'That name is too long' }] : [];
      return route.fulfill({ response, json: { ...answer, refused } });
    });
    await dialog.getByRole('button', { name: 'Add 1,201 people' }).press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Not everybody was added.');
    await dialog.getByRole('button', { name: /^Add \d+ people$/ }).press('Enter');
    await expect(dialog).toBeHidden();
    await page.unroute('**/api/recipients/import');
    await expect(book.getByText('1,201 people added.')).toBeVisible();
    await expect(book.getByText('1 person was not added:')).toBeVisible();
    await expect(book.getByText('That name is too long')).toBeVisible();
    await expect(book.getByRole('button', { name: 'More' })).toBeFocused();
    const people = book.getByRole('list', { name: 'People' });
    const found = book.getByRole('button', { name: /^Person 0777/ });
    await book.getByRole('searchbox', { name: 'Search people' }).fill('person 0777');
    await found.press('Enter');
    await book.getByRole('button', { name: 'Edit Person 0777' }).press('Enter');
    await book.getByRole('textbox', { name: 'Name' }).fill('Half of a');
    // What was typed stays, whoever else is looked at and searched.
    await book.getByRole('searchbox', { name: 'Search people' }).fill('oma');
    await book.getByRole('button', { name: /^Oma/ }).press('Enter');
    await expect(book.getByText('Birthday 4 December')).toBeVisible();
    await book.getByRole('searchbox', { name: 'Search people' }).fill('');
    await expect(book.getByRole('textbox', { name: 'Name' })).toHaveValue('Half of a');
    await book.getByRole('button', { name: 'Cancel' }).press('Enter');
    // The focus that comes back scrolls to itself: before the key that goes to the end.
    await expect(book.getByRole('button', { name: 'Edit Person 0777' })).toBeFocused();
    await page.keyboard.press('Tab');
    const last = book.getByRole('button', { name: /^Uri Wrong/ });
    for (const end = Date.now() + 60_000; Date.now() < end && !(await last.isVisible()); )
      await page.keyboard.press('End', { delay: 200 });
    await expect(last).toBeVisible();
    expect(await people.getByRole('listitem').count()).toBeLessThan(100);
    await expect(found).toBeAttached();
    await book.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(book.getByText('They are taken back.')).toBeVisible();
    await expect(book.getByText('Uri Wrong')).toBeHidden();
    // Whom the call before the failed one added, too.
    await expect(book.getByText(/^Person /)).toHaveCount(0);
  });
});

test('address book: a group is saved without whom the book lost while it was edited', async ({ page }) => {
  await signUp(page, 'ole.oakes@example.com', product.url);
  await page.goto(`${product.url}/address-book`);
  const book = page.getByRole('main');
  const button = (name: string | RegExp) => book.getByRole('button', { name });
  await button('Add somebody').click();
  await book.getByRole('textbox', { name: 'Name' }).fill('Bea');
  await book.getByRole('textbox', { name: 'Email' }).fill('bea@example.org');
  await button('Save').click();
  await button('More').click();
  await button('Make a group').click();
  await book.getByRole('textbox', { name: 'Name of the group' }).fill('Cousins');
  await book.getByRole('checkbox', { name: /^Bea/ }).check();
  await button('Delete Bea').click();
  await button('Yes, delete Bea').click();
  await expect(book.getByRole('status').filter({ hasText: 'chosen' })).toHaveText('0 chosen');
  await button('Save').click();
  await expect(button(/Cousins/)).toContainText('Nobody yet');
});
