import type { Page } from 'playwright-core';

/** Called at each screen and state of a tour, which stays until the call has ended. */
export type Visit = (name: string) => Promise<void>;

/** Opens a page of the app and waits for the end of the warm-up and for the page's heading. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#root > :not([inert]) #main h1').first().waitFor();
}

/** Waits for the balance in the banner: before it is there, a person can neither buy nor redeem. */
export async function creditsKnown(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .filter({ hasText: /\d\s*credit/ })
    .waitFor();
}
