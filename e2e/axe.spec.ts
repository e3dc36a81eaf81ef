import { expect, type Page, test } from '@playwright/test';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { violations } from './fixtures/axe-violations.ts';
import { type SeededUser, seedUser } from './fixtures/seeded-user.ts';
import { tourFirstLetter } from './tour/first-letter.ts';
import { tourPublicPages } from './tour/public-pages.ts';
import { tourRecipient, tourSignedInPages } from './tour/signed-in-pages.ts';

/** axe on every screen and state of the tours: light and dark, phone and desktop. */
test.describe.configure({ mode: 'parallel' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

let product: RunningProduct;
let user: SeededUser;

test.beforeAll(async ({ browserName: _ }, { workerIndex }) => {
  product = await startProduct({ TEST_ROUTES: 'true' });
  user = await seedUser(product.url, `maren.oakes.${workerIndex}@example.com`);
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

/** Waits for two frames and all animations: colours change after the next frame, over a moment. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

/** Checks a state in every look, and collects all violations of a run. */
function looker(page: Page): { visit: (name: string) => Promise<void>; found: string[]; seen: string[] } {
  const found: string[] = [];
  const seen: string[] = [];
  return {
    found,
    seen,
    visit: async (name) => {
      seen.push(name);
      for (const { colorScheme, width, height, rules } of LOOKS) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await settled(page);
        const seenOnce = await violations(page, rules && [...rules]);
        if (seenOnce.length === 0) continue;
        // A busy machine may paint a new colour scheme late: a real violation is there a moment later too.
        await page.waitForTimeout(400);
        for (const violation of await violations(page, rules && [...rules]))
          found.push(`${name}, ${colorScheme}, ${width}: ${violation}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
    },
  };
}

test('axe: sign-in with tabs and errors, and the public pages', async ({ page }) => {
  const { visit, found, seen } = looker(page);
  await tourPublicPages(page, product.url, visit);
  expect(found).toEqual([]);
  expect(seen).toContain('sign-in-missing');
});

test('axe: first letter with empty pages, five steps, editor and missing credits', async ({ page }) => {
  const { visit, found, seen } = looker(page);
  await tourFirstLetter(page, product.url, 'ilse.neu@example.com', visit);
  expect(found).toEqual([]);
  expect(seen).toContain('need-credits');
});

test('axe: every signed-in page, with its menus and dialogs', async ({ page }) => {
  const { visit, found, seen } = looker(page);
  await tourSignedInPages(page, product.url, user, visit);
  expect(found).toEqual([]);
  expect(seen).toContain('receipt');
});

test('axe: the pages of a recipient, and the local mailbox', async ({ page }) => {
  const { visit, found, seen } = looker(page);
  await tourRecipient(page, user, product.mailboxUrl, visit);
  expect(found).toEqual([]);
  expect(seen).toContain('mailbox-letter');
});
