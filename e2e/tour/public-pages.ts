import type { Page } from 'playwright-core';
import { openPage, type Visit } from './visit.ts';

/** Signed out: the warm-up, the sign-in screen in its states, and the public pages. */
export async function tourPublicPages(page: Page, url: string, visit: Visit): Promise<void> {
  await page.route('**/ping', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(url);
  await page.getByText('Setting up the letter desk...').first().waitFor();
  await visit('warm-up');
  await page.unroute('**/ping');

  await openPage(page, url);
  await page.getByRole('button', { name: 'Sign Up' }).waitFor();
  await visit('sign-in');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Please enter both email and password', { exact: true }).waitFor();
  await visit('sign-in-missing');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('dialog').waitFor();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await visit('forgot-password');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Quick Sign In' }).click();
  await page.getByRole('button', { name: 'Continue with Apple' }).click();
  await visit('quick-sign-in');

  await openPage(page, `${url}/mission`);
  await visit('mission');
  await openPage(page, `${url}/support`);
  await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
  await visit('support');
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.getByText('Missing Information', { exact: true }).waitFor();
  await visit('support-missing');
  await openPage(page, `${url}/privacy`);
  await visit('privacy');
  await openPage(page, `${url}/reset-password?oobCode=none`);
  await visit('reset-password');
  await openPage(page, `${url}/sign-in-link?oobCode=none&mode=signIn&apiKey=embedded`);
  await visit('sign-in-link');
}
