import type { Page } from 'playwright-core';
import { PASSWORD, type SeededUser } from '../fixtures/seeded-user.ts';
import { creditsKnown, openPage, type Visit } from './visit.ts';

/** The pages of a user with letters, a reply, credits and an account. */
export async function tourSignedInPages(
  page: Page,
  url: string,
  user: SeededUser,
  visit: Visit,
): Promise<void> {
  await signIn(page, url, user.email);
  await tourCorrespondence(page, url, visit);
  await tourAccount(page, url, visit);
  await tourPaying(page, url, user, visit);
  await openPage(page, `${url}/nowhere/at/all`);
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await visit('not-found');
}

/** The pages outside the app: the letter's web page, and the local mailbox. */
export async function tourRecipient(
  page: Page,
  user: SeededUser,
  mailboxUrl: string | null,
  visit: Visit,
): Promise<void> {
  await page.goto(user.letterPage);
  await page.getByRole('article').waitFor();
  await visit('letter-page');
  await page.goto(`${user.letterPage}x`);
  await visit('letter-page-gone');
  if (!mailboxUrl) return;
  await page.goto(mailboxUrl);
  await page
    .getByRole('link', { name: /A letter from/ })
    .first()
    .waitFor();
  await visit('mailbox');
  await page
    .getByRole('link', { name: /A letter from/ })
    .first()
    .click();
  await page.getByRole('textbox').first().waitFor();
  await visit('mailbox-letter');
}

export async function signIn(page: Page, url: string, email: string): Promise<void> {
  await openPage(page, url);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'Lay out your pages' }).waitFor();
}

async function tourCorrespondence(page: Page, url: string, visit: Visit): Promise<void> {
  await openPage(page, `${url}/my-letters`);
  await page.getByText('Letters Sent').first().waitFor();
  await visit('my-letters');
  await page.getByRole('searchbox', { name: 'Search recipients' }).fill('plum');
  await page.getByRole('heading', { name: 'In letters and answers' }).waitFor();
  await visit('letters-found');
  await page.getByRole('searchbox', { name: 'Search recipients' }).fill('');
  await page
    .getByRole('link', { name: /Ilse Brandt/ })
    .or(page.getByRole('button', { name: /Ilse Brandt/ }))
    .first()
    .click();
  await page.getByText('Their Reply').first().waitFor();
  await visit('conversation');
  await page
    .getByRole('button', { name: /View Details/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: /^Letter of/ }).waitFor();
  await visit('letter-details');
  await page
    .getByRole('button', { name: /^Open photo 1 full size/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Download' }).waitFor();
  await visit('photo');
  await openPage(page, `${url}/my-letters`);
  await page.getByRole('button', { name: 'Conversations' }).click();
  await page.getByRole('dialog', { name: 'Conversations' }).getByText('Active conversation').waitFor();
  await visit('letter-box');
  await page
    .getByRole('dialog', { name: 'Conversations' })
    .getByRole('button', { name: /Ilse Brandt/ })
    .click();
  await page.getByRole('dialog').getByText('Their Reply').waitFor();
  await visit('thread');
}

async function tourAccount(page: Page, url: string, visit: Visit): Promise<void> {
  await openPage(page, `${url}/account`);
  await visit('account');
  await page.getByRole('button', { name: /Account: / }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor();
  await visit('user-menu');
  await page.getByRole('link', { name: 'Address book' }).click();
  await page.getByRole('button', { name: /^Grandpa Tom/ }).click();
  await visit('address-book');
  await openPage(page, `${url}/credits`);
  await page.getByText('WELCOME5').first().waitFor();
  await visit('credits');
}

async function tourPaying(page: Page, url: string, user: SeededUser, visit: Visit): Promise<void> {
  await openPage(page, `${url}/payment`);
  await creditsKnown(page);
  await page.getByRole('button', { name: 'Apply TEACHER20' }).click();
  await page.getByRole('button', { name: 'Remove TEACHER20' }).waitFor();
  await visit('payment-coupon');
  await openPage(page, `${url}/payment/cancel`);
  await page.getByRole('heading', { name: 'Payment Cancelled' }).waitFor();
  await visit('payment-cancel');
  const { body } = await user.person.call<{ id: string }[]>('GET', '/api/credit-packages');
  const checkout = await user.person.call<{ url: string }>('POST', '/api/create-checkout-session', {
    packageId: body[0]?.id,
  });
  await page.goto(checkout.body.url);
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await visit('sandbox-checkout');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  await visit('payment-success');
  await page.getByRole('link', { name: 'Receipt' }).click();
  await page.waitForURL(/\/receipts\//);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await visit('receipt');
}
