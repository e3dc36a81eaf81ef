import { expect, type Page, test } from '@playwright/test';
import { type RunningProduct, startProduct } from './fixtures/running-product.ts';
import { seedUser } from './fixtures/seeded-user.ts';
import { tourFirstLetter } from './tour/first-letter.ts';
import { deskNames } from './tour/names-of-the-desk.ts';
import { firstLetterNames, publicNames } from './tour/names-of-the-start.ts';
import { tourPublicPages } from './tour/public-pages.ts';
import { tourSignedInPages } from './tour/signed-in-pages.ts';

/** What a screen reader is told of each screen: roles, names and texts, as the accessibility tree has them. */
let product: RunningProduct;

test.beforeAll(async () => {
  product = await startProduct({ TEST_ROUTES: 'true' });
});
test.afterAll(() => product.stop());

/** Holds the screens that have a snapshot to it; `met` tells which of them were there. */
function reader(page: Page, names: Record<string, string>) {
  const met: string[] = [];
  const visit = async (name: string) => {
    const snapshot = names[name];
    if (snapshot === undefined) return;
    met.push(name);
    await expect.soft(page.locator('body'), name).toMatchAriaSnapshot(snapshot, { timeout: 5_000 });
  };
  return { met, visit };
}

test('public pages by their names', async ({ page }) => {
  const { met, visit } = reader(page, publicNames);
  await tourPublicPages(page, product.url, visit);
  expect(met.sort()).toEqual(Object.keys(publicNames).sort());
});

test('the first letter by its names', async ({ page }) => {
  const { met, visit } = reader(page, firstLetterNames);
  await tourFirstLetter(page, product.url, 'ilse.neu@example.com', visit);
  expect(met.sort()).toEqual(Object.keys(firstLetterNames).sort());
});

test('a full desk by its names', async ({ page }) => {
  const { met, visit } = reader(page, deskNames);
  const desk = await seedUser(product.url, 'maren.oakes@example.com');
  await tourSignedInPages(page, product.url, desk, visit);
  expect(met.sort()).toEqual(Object.keys(deskNames).sort());
});
