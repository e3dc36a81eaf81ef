import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startProduct } from '../e2e/fixtures/running-product.ts';
import { seedUser } from '../e2e/fixtures/seeded-user.ts';
import { tourFirstLetter } from '../e2e/tour/first-letter.ts';
import { tourPublicPages } from '../e2e/tour/public-pages.ts';
import { tourRecipient, tourSignedInPages } from '../e2e/tour/signed-in-pages.ts';
import type { Visit } from '../e2e/tour/visit.ts';
import { buildIfNeeded } from './build.ts';
import { launchChromium } from './launch-chromium.ts';

// `npm run shots [-- word…]`: every screen and state of the tours, on the running product, by daylight and lamplight,
// at a desk's width and a phone's, into shots/; with words, only those whose names hold one of them.
const folder = path.resolve(import.meta.dirname, '..', 'shots');
const wanted = process.argv.slice(2);
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LOOKS = [
  { suffix: '1440', colorScheme: 'light', size: DESK },
  { suffix: '390', colorScheme: 'light', size: PHONE },
  { suffix: '390-dark', colorScheme: 'dark', size: PHONE },
  { suffix: '1440-dark', colorScheme: 'dark', size: DESK },
] as const;

/** Long enough for a picture to be drawn and a movement to end, ms. */
const SETTLING_MS = 500;

function photographer(page: Page): Visit {
  return async (name) => {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) return;
    // A dialog is as large as the window: behind it the page would be longer.
    const inDialog = (await page.getByRole('dialog').count()) > 0;
    for (const { suffix, colorScheme, size } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(SETTLING_MS);
      await page.screenshot({ path: path.join(folder, `${name}-${suffix}.png`), fullPage: !inDialog });
    }
    await page.setViewportSize(DESK);
    await page.emulateMedia({ colorScheme: 'light' });
    console.log(`  ${name}`);
  };
}

/** A browser of its own for each tour: nobody is signed in at its start. */
async function tour(browser: Browser, go: (page: Page, visit: Visit) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: DESK, colorScheme: 'light', deviceScaleFactor: 1 });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await go(page, photographer(page));
  await context.close();
}

await buildIfNeeded(console.log);
await mkdir(folder, { recursive: true });
const product = await startProduct({ TEST_ROUTES: 'true' });
const browser = await launchChromium();
try {
  const { url, mailboxUrl } = product;
  const desk = await seedUser(url, 'maren.oakes@example.com');
  await tour(browser, (page, visit) => tourPublicPages(page, url, visit));
  await tour(browser, (page, visit) => tourFirstLetter(page, url, 'ilse.neu@example.com', visit));
  await tour(browser, (page, visit) => tourSignedInPages(page, url, desk, visit));
  await tour(browser, (page, visit) => tourRecipient(page, desk, mailboxUrl, visit));
} finally {
  await browser.close();
  await product.stop();
}
