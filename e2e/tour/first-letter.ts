import type { Page } from 'playwright-core';
import { photo } from '../../test/support/mail-reader.ts';
import { PASSWORD } from '../fixtures/seeded-user.ts';
import { creditsKnown, openPage, type Visit } from './visit.ts';

const PAGES = ['plum-page-1.jpg', 'plum-page-2.jpg', 'child-drawing.jpg'].map(photo);
const MESSAGE =
  'Dear {{recipientName}},\n\nThe plum tree did it at last, so I wrote to you properly, with the good pen, at the kitchen table.\n\nRead it slowly. There is no hurry to answer.\n\nMaren';

/** A new user: the empty pages, then the five steps, at first without credits. */
export async function tourFirstLetter(page: Page, url: string, email: string, visit: Visit): Promise<void> {
  await openPage(page, url);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Lay out your pages' }).waitFor();
  await visit('upload-empty');
  await tourEmptyPages(page, url, visit);

  await openPage(page, url);
  await page.locator('input[type=file]').first().setInputFiles(PAGES);
  await page.getByText('Uploaded 3 photo(s)', { exact: true }).waitFor();
  await visit('upload');
  await tourEditor(page, visit);
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await visit('recipient-empty');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse.brandt@example.org');
  await visit('recipient');
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByLabel('Message').fill(MESSAGE);
  await page.frameLocator('iframe').first().locator('img').first().waitFor();
  await visit('template');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: 'Send Letter' }).waitFor();
  await visit('preview');
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await page.getByRole('dialog', { name: 'Need More Credits' }).waitFor();
  await visit('need-credits');

  await openPage(page, `${url}/payment`);
  await creditsKnown(page);
  await page.getByRole('button', { name: 'Apply WELCOME5' }).click();
  await page
    .getByRole('banner')
    .filter({ hasText: /5\s*credits/ })
    .waitFor();
  await visit('payment-redeemed');
  await openPage(page, url);
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await page.getByRole('heading', { name: 'Letter Sent Successfully' }).waitFor();
  await visit('success');
}

async function tourEmptyPages(page: Page, url: string, visit: Visit): Promise<void> {
  await openPage(page, `${url}/my-letters`);
  await page.getByRole('heading', { name: 'One link shows the letters sent to you' }).waitFor();
  await visit('my-letters-unverified');
  await openPage(page, `${url}/my-letters?to=nobody@example.org`);
  await page.getByRole('heading', { name: 'No letters yet' }).waitFor();
  await visit('my-letters-empty');
  await page.getByRole('button', { name: 'Conversations' }).click();
  await page.getByText('Your letter box is empty').waitFor();
  await visit('letter-box-empty');
  await openPage(page, `${url}/credits`);
  await visit('credits-empty');
  await openPage(page, `${url}/payment`);
  await page.getByRole('button', { name: 'Apply WELCOME5' }).waitFor();
  await visit('payment');
}

async function tourEditor(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Change photo 1' }).click();
  await page.getByRole('dialog', { name: 'Edit photo 1' }).waitFor();
  await visit('editor-rotate');
  await page.getByText('Crop', { exact: true }).click();
  await visit('editor-crop');
  await page.getByRole('button', { name: 'Cancel' }).click();
}
