import { expect, type Page, test } from '@playwright/test';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { violations } from './fixtures/axe-violations.ts';
import { screenProblems } from './fixtures/screen-problems.ts';
import { type SeededUser, seedUser } from './fixtures/seeded-user.ts';
import { tourFirstLetter } from './tour/first-letter.ts';
import { tourPublicPages } from './tour/public-pages.ts';
import { tourRecipient, tourSignedInPages } from './tour/signed-in-pages.ts';
import type { Visit } from './tour/visit.ts';

/**
 * Every screen and state of the tours: each control has a name of its own, a disabled button says why, at most one has
 * the colour of postage; and axe finds nothing, light and dark, phone and desktop.
 */
let product: RunningProduct;
let user: SeededUser;

test.beforeAll(async () => {
  product = await startProduct({ TEST_ROUTES: 'true' });
  user = await seedUser(product.url, 'maren.oakes@example.com');
});
test.afterAll(() => product.stop());

/** In the dark theme only the rules about colours are checked again. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const LOOKS = [
  { colorScheme: 'light', width: 1440, height: 900, rules: null },
  { colorScheme: 'light', width: 390, height: 844, rules: null },
  { colorScheme: 'dark', width: 390, height: 844, rules: COLOURS },
  // The dark theme has the same colours on a desktop; `EVERY_LOOK=true` checks it there too.
  ...(process.env.EVERY_LOOK === 'true'
    ? ([{ colorScheme: 'dark', width: 1440, height: 900, rules: COLOURS }] as const)
    : []),
] as const;

/** What each of several looks finds: a busy machine may fill a page or paint a colour scheme late. */
async function lasting(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  let found = await look();
  for (let again = 0; found.length > 0 && again < 10; again++) {
    await page.waitForTimeout(400);
    found = await look();
  }
  return found;
}

/** Checks each screen of a tour. */
async function checkTour(page: Page, tour: (visit: Visit) => Promise<void>): Promise<void> {
  const problems: string[] = [];
  await tour(async (name) => {
    const found = await lasting(page, () => screenProblems(page));
    problems.push(...found.map((problem) => `${name}: ${problem}`));
    for (const { colorScheme, width, height, rules } of LOOKS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const violated = await lasting(page, () => violations(page, rules && [...rules]));
      problems.push(...violated.map((violation) => `${name}, ${colorScheme}, ${width}: ${violation}`));
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });
  expect(problems).toEqual([]);
}

test('public pages: every control has its own name, and axe finds nothing', async ({ page }) => {
  await checkTour(page, (visit) => tourPublicPages(page, product.url, visit));
});

test('first letter: every control has its own name, and axe finds nothing', async ({ page }) => {
  await checkTour(page, (visit) => tourFirstLetter(page, product.url, 'ilse.neu@example.com', visit));
});

test('signed-in pages: every control has its own name, and axe finds nothing', async ({ page }) => {
  await checkTour(page, (visit) => tourSignedInPages(page, product.url, user, visit));
});

test('pages of a recipient, and the local mailbox: every control has its own name, and axe finds nothing', async ({
  page,
}) => {
  expect(product.mailboxUrl).not.toBeNull();
  await checkTour(page, (visit) => tourRecipient(page, user, product.mailboxUrl, visit));
});
