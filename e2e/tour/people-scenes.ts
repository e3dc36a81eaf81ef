import type { Locator, Page } from 'playwright-core';
import { signIn } from './signed-in-pages.ts';
import type { Stage } from './stage.ts';

async function openBook(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /Account: / }).click();
  await page.getByRole('link', { name: 'Address book' }).click();
  return page.getByRole('main');
}

/** People, their days, and groups. */
export async function addressBookScene({ page, visit, url, user }: Stage): Promise<void> {
  await signIn(page, url, user.email);
  const book = await openBook(page);
  await book.getByRole('button', { name: /^Grandpa Tom/ }).click();
  await visit('address-book-open');
  await book.getByRole('button', { name: 'Edit Grandpa Tom' }).click();
  await visit('address-book-edit');
  await book.getByRole('button', { name: 'Cancel' }).click();
  await book.getByRole('button', { name: 'Delete Grandpa Tom' }).click();
  await visit('address-book-delete');
  await book.getByRole('button', { name: 'Keep' }).click();
  await book.getByRole('button', { name: 'Birthdays and dates of Grandpa Tom' }).click();
  await visit('days-empty');
  await book.getByRole('button', { name: 'Add a day' }).click();
  await visit('days-form');
  await book.getByLabel('Day', { exact: true }).fill('24');
  await book.getByLabel('Month', { exact: true }).selectOption({ index: 11 });
  await book.getByRole('button', { name: 'Save' }).click();
  await book.getByRole('button', { name: 'Done' }).waitFor();
  await visit('days');
  await book.getByRole('button', { name: 'Done' }).click();
  await book.getByRole('button', { name: 'More' }).click();
  await visit('address-book-menu');
  await book.getByRole('button', { name: 'Make a group' }).click();
  await visit('group-form');
  await book.getByRole('button', { name: 'Save' }).click();
  await visit('group-form-unnamed');
  await book.getByLabel('Name of the group').fill('Cousins');
  for (const name of [/Grandpa Tom/, /Ilse Brandt/])
    await book.getByRole('checkbox', { name }).check({ force: true });
  await book.getByRole('button', { name: 'Save' }).click();
  await book.getByRole('link', { name: 'Write to all of Cousins' }).waitFor();
  await visit('group-made');
}

/** People from a pasted list. */
export async function bringInScene({ page, visit, url, user }: Stage): Promise<void> {
  await signIn(page, url, user.email);
  const main = await openBook(page);
  await main.getByRole('button', { name: 'More' }).click();
  await main.getByRole('button', { name: 'Import people' }).click();
  const book = page.getByRole('dialog');
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
