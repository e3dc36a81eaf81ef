import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { signUp } from './fixtures/account-steps.ts';
import { violations } from './fixtures/axe-violations.ts';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

test('address book: somebody is added, changed in place, and written to from the menu', async ({ page }) => {
  await signUp(page, 'maren.oakes@example.com', product.url);
  await page.getByRole('button', { name: /Account: / }).click();
  await page.getByRole('button', { name: 'Address book' }).click();
  const book = page.getByRole('dialog', { name: 'Address book' });
  await book.getByRole('button', { name: 'Add somebody' }).click();
  await book.getByRole('textbox', { name: 'Name' }).fill('Bea Lindqvist');
  await book.getByRole('button', { name: 'Save' }).click();
  await expect(book.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await expect(book.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await book.getByRole('textbox', { name: 'Email' }).fill('bea@example.org');
  await book.getByRole('button', { name: 'Save' }).click();
  await expect(book.getByRole('button', { name: 'Add somebody' })).toBeFocused();

  await book.getByRole('button', { name: 'Edit Bea Lindqvist' }).click();
  await book.getByRole('textbox', { name: 'How do you call them?' }).fill('Bea');
  await book.getByLabel('Where do they live?').selectOption('Europe/Stockholm');
  await book.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(book.getByRole('button', { name: 'Edit Bea Lindqvist' })).toBeFocused();
  await expect(book.getByText('You call them Bea')).toBeVisible();
  await expect(book.getByText('Lives by the clocks of Stockholm')).toBeVisible();

  const copy = book.getByRole('button', { name: 'for phones and mail (vCard)' });
  const downloading = page.waitForEvent('download');
  await copy.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('address-book.vcf');
  expect(await readFile(await download.path(), 'utf8')).toContain('FN:Bea Lindqvist\r\n');
  for (let times = 1; times < 20; times++)
    expect((await page.request.get(`${product.url}/api/recipients/export?format=csv`)).status()).toBe(200);
  await copy.click();
  await expect(book.getByRole('alert')).toHaveText(
    'Download failed. Your address book was saved very often within one hour. Please try again in a while.',
  );
  expect(await violations(page, null)).toEqual([]);

  await book.getByRole('button', { name: 'Write to Bea Lindqvist' }).click();
  await expect(book).toBeHidden();
  await expect(page.getByRole('main').getByText('Bea Lindqvist')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText('Bea Lindqvist')).toBeVisible();
});

test('address book: people of a file are looked at, brought in, searched and taken back, by keyboard', async ({
  page,
}) => {
  await signUp(page, 'edda.oakes@example.com', product.url);
  await page.getByRole('button', { name: /Account: / }).press('Enter');
  await page.getByRole('button', { name: 'Address book' }).press('Enter');
  const book = page.getByRole('dialog', { name: 'Address book' });
  await book.getByRole('button', { name: 'Bring in people' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Bring in people' });
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible();

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

  await test.step('a wrong address is corrected, and somebody is left out', async () => {
    await expect(dialog.getByRole('checkbox', { name: /^Uri Wrong/ })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Correct Uri Wrong' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('uri@example.org');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Correct Uri Wrong' })).toBeFocused();
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
    await expect(book.getByRole('button', { name: 'Bring in people' })).toBeFocused();
    const people = book.getByRole('list', { name: 'People' });
    await book.getByRole('searchbox').fill('person 0777');
    await expect(book.getByRole('button', { name: 'Edit Person 0777' })).toBeVisible();
    await book.getByRole('searchbox').fill('');
    // The person who was found leaves the document, and the focus would leave with them.
    await expect(book.getByRole('button', { name: 'Edit Person 0777' })).toBeHidden();
    await people
      .getByRole('button', { name: /^Delete/ })
      .first()
      .focus();
    await page.keyboard.press('End');
    await expect(book.getByRole('button', { name: 'Edit Uri Wrong' })).toBeVisible();
    expect(await people.getByRole('listitem').count()).toBeLessThan(100);
    await page.keyboard.press('Tab');
    await expect(people.getByRole('listitem').nth(1).getByRole('button').first()).toBeFocused();
    await book.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(book.getByText('They are taken back.')).toBeVisible();
    await expect(book.getByText('Uri Wrong')).toBeHidden();
    // Whom the call before the failed one added, too.
    await expect(book.getByText(/^Person /)).toHaveCount(0);
  });
});
