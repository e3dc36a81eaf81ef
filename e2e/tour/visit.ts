import type { Page } from 'playwright-core';

/** What is done at each screen and state of a tour, which is there when it is called and stays until it is done. */
export type Visit = (name: string) => Promise<void>;

/** Opens a page of the app and waits until the warm-up is over and the page itself is there. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#root > :not([inert]) #main h1').first().waitFor();
}
