import type { Locator, Page } from 'playwright-core';
import { signIn } from './signed-in-pages.ts';
import type { Stage } from './stage.ts';

/** Opens a dialog of the account's menu. */
async function menu(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: /Account: / }).click();
  await page.getByRole('button', { name }).click();
  return page.getByRole('dialog');
}

/** People, their days, and groups. */
export async function addressBookScene({ page, visit, url, user }: Stage): Promise<void> {
  await signIn(page, url, user.email);
  const book = await menu(page, 'Address book');
  await book.getByText('Grandpa Tom').first().waitFor();
  await book
    .getByRole('button', { name: 'Edit Grandpa Tom' })
    .or(book.getByRole('button', { name: 'Edit' }))
    .first()
    .click();
  await visit('address-book-edit');
  await book.getByRole('button', { name: 'Cancel' }).first().click();
  await book.getByRole('button', { name: 'Delete Grandpa Tom' }).first().click();
  await visit('address-book-delete');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(300);
  if (!(await book.count())) await menu(page, 'Address book');
  await book.getByRole('button', { name: 'Days of Grandpa Tom' }).click();
  await visit('days-empty');
  await book.getByRole('button', { name: 'Add a day' }).click();
  await visit('days-form');
  await book.getByLabel('Day', { exact: true }).fill('24');
  await book.getByLabel('Month', { exact: true }).selectOption({ index: 11 });
  await book.getByRole('button', { name: 'Save' }).click();
  await page.waitForTimeout(1000);
  await visit('days');
  await book.getByRole('button', { name: 'Make a group' }).click();
  await visit('group-form');
  await book.getByRole('button', { name: 'Save' }).click();
  await visit('group-form-unnamed');
  await book.getByRole('textbox').last().fill('Cousins');
  await book.getByLabel('Name of the group').fill('Cousins');
  for (const name of [/Grandpa Tom/, /Ilse Brandt/])
    await book.getByRole('checkbox', { name }).check({ force: true });
  await book.getByRole('button', { name: 'Save' }).click();
  await page.waitForTimeout(800);
  await visit('group-made');
}

/** People from a pasted list. */
export async function bringInScene({ page, visit, url, user }: Stage): Promise<void> {
  await signIn(page, url, user.email);
  const book = await menu(page, 'Address book');
  await book.getByRole('button', { name: 'Bring in people' }).first().click();
  await visit('bring-in');
  await book.locator('textarea').fill('nobody at all');
  await book.getByRole('button', { name: 'Read what I pasted' }).click();
  await page.waitForTimeout(600);
  await visit('bring-in-nobody');
  await book
    .locator('textarea')
    .fill('Ilse Brandt <ilse.brandt@example.org>, bea@example.org, Cara Holm <cara@example.org>');
  await book.getByRole('button', { name: 'Read what I pasted' }).click();
  await page.waitForTimeout(800);
  await visit('bring-in-people');
  await book
    .getByRole('button', { name: /^Add \d/ })
    .or(book.getByRole('button').last())
    .last()
    .click();
  await page.waitForTimeout(1200);
  await visit('brought-in');
}
