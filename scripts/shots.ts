import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { seedUser } from '../e2e/fixtures/seeded-user.ts';
import { tourFirstLetter } from '../e2e/tour/first-letter.ts';
import { tourPublicPages } from '../e2e/tour/public-pages.ts';
import { tourRecipient, tourSignedInPages } from '../e2e/tour/signed-in-pages.ts';
import type { Visit } from '../e2e/tour/visit.ts';
import { startProduct } from '../test/support/running-product.ts';
import { buildIfNeeded } from './build.ts';
import { launchChromium } from './launch-chromium.ts';

// `npm run shots [-- word…]`: takes screenshots of every screen of the tours into shots/, in both themes and at all
// widths; with words, only of screens whose name contains one of them.
const folder = path.resolve(import.meta.dirname, '..', 'shots');
const wanted = process.argv.slice(2);
const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 768, height: 1024 };
const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 320, height: 640 };
const LOOKS = [
  { suffix: '1440', colorScheme: 'light', size: DESKTOP },
  { suffix: '768', colorScheme: 'light', size: TABLET },
  { suffix: '390', colorScheme: 'light', size: PHONE },
  { suffix: '320', colorScheme: 'light', size: SMALL_PHONE },
  { suffix: '390-dark', colorScheme: 'dark', size: PHONE },
  { suffix: '1440-dark', colorScheme: 'dark', size: DESKTOP },
] as const;

/** Long enough for images to load and animations to end, ms. */
const SETTLING_MS = 500;

function screenshots(page: Page): Visit {
  return async (name) => {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) return;
    // A dialog fills the window; the page behind it may be longer.
    const inDialog = (await page.getByRole('dialog').count()) > 0;
    for (const { suffix, colorScheme, size } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(SETTLING_MS);
      await page.screenshot({ path: path.join(folder, `${name}-${suffix}.png`), fullPage: !inDialog });
    }
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light' });
    console.log(`  ${name}`);
  };
}

/** Runs a tour in a browser context of its own, signed out. */
async function tour(browser: Browser, go: (page: Page, visit: Visit) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    colorScheme: 'light',
    deviceScaleFactor: 1,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await go(page, screenshots(page));
  await context.close();
}

await buildIfNeeded(console.log);
await mkdir(folder, { recursive: true });
const product = await startProduct({ TEST_ROUTES: 'true' });
const browser = await launchChromium();
try {
  const { url, mailboxUrl } = product;
  const user = await seedUser(url, 'maren.oakes@example.com');
  await tour(browser, (page, visit) => tourPublicPages(page, url, visit));
  await tour(browser, (page, visit) => tourFirstLetter(page, url, 'ilse.neu@example.com', visit));
  await tour(browser, (page, visit) => tourSignedInPages(page, url, user, visit));
  await tour(browser, (page, visit) => tourRecipient(page, user, mailboxUrl, visit));
} finally {
  await browser.close();
  await product.stop();
}
