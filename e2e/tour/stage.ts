import type { Page } from 'playwright-core';
import type { Language } from '../../shared/languages.ts';
import { photo } from '../../test/support/mail-reader.ts';
import { PASSWORD, type SeededUser } from '../fixtures/seeded-user.ts';
import { signIn } from './signed-in-pages.ts';
import { openPage, type Visit } from './visit.ts';

/** What a scene goes through, and where. */
export interface Stage {
  page: Page;
  visit: Visit;
  url: string;
  mailboxUrl: string | null;
  user: SeededUser;
  databaseUrl: string | null;
  language: Language;
}
/** A tour that only pictures are taken of. */
export type Scene = (stage: Stage) => Promise<void>;

export async function signUp({ page, url }: Stage, email: string): Promise<void> {
  await openPage(page, url);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Lay out your pages' }).waitFor();
}

/** The user's desk with photos on it, without what was on it before. */
export async function desk(stage: Stage, photos: string[]): Promise<void> {
  const { page, url, user } = stage;
  await signIn(page, url, user.email);
  const discard = page.getByRole('button', { name: 'Discard', exact: true });
  await page.waitForTimeout(500);
  if (await discard.count()) await discard.click();
  await page.locator('input[type=file]').first().setInputFiles(photos.map(photo));
  await page
    .locator('#main')
    .getByRole('button', { name: 'Continue to Recipient' })
    .and(page.locator(':enabled'))
    .waitFor();
  await page.waitForTimeout(1500);
}

export const VERIFY = /http:[^"<\s]+verify-email\?oobCode=[^"<\s]+/;
export const LETTER_PAGE = /http:[^"<\s]+\/l\/[a-z0-9]{26}(?=["<])/;

interface CapturedMail {
  id: string;
  to: string;
  subject: string;
}

/** The mails that left so far, as the local mailbox lists them: the newest first. */
export async function mailsIn({ page, mailboxUrl }: Stage): Promise<CapturedMail[]> {
  if (!mailboxUrl) throw new Error('There is no local mailbox.');
  // The first visit sets the cookie.
  await page.goto(mailboxUrl);
  return (await page.request.get(new URL('/mailbox/messages.json', mailboxUrl).href)).json();
}

/** The newest link of a kind in the mails to an address; waits for its mail for ten seconds. */
export async function linkTo(stage: Stage, address: string, kind: RegExp): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const mails = (await mailsIn(stage)).filter(({ to }) => to.includes(address));
    for (const { id } of mails) {
      const answer = await stage.page.request.get(`${stage.url}/mailbox/messages/${id}/html`);
      const link = kind.exec((await answer.text()).replaceAll('&amp;', '&'))?.[0];
      if (link) return link;
    }
    await stage.page.waitForTimeout(500);
  }
  throw new Error(`No mail to ${address} has a link like ${kind.source}`);
}
