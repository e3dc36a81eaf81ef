import { expect, type Page, test } from '@playwright/test';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { violations } from './fixtures/axe-violations.ts';
import { seedUser } from './fixtures/seeded-user.ts';
import { signIn } from './tour/signed-in-pages.ts';
import { openPage } from './tour/visit.ts';

/** Letters are printed, as a book and as a card. */
let product: RunningProduct;

test.beforeAll(async () => {
  product = await sharedProduct();
});

/** Prints by the keyboard. @returns photos that were not decoded when the print window would have opened, and the PDF's pages */
async function print(page: Page): Promise<{ missing: number; pages: number }> {
  await page.evaluate(() => {
    window.print = () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('main section img')];
      const missing = images.filter((image) => !image.complete || image.naturalWidth === 0).length;
      document.body.dataset.missing = String(missing);
    };
  });
  const button = page.getByRole('button', { name: 'Print, or save as PDF' });
  await button.focus();
  await page.keyboard.press('Enter');
  const missing = await page.waitForFunction(() => document.body.dataset.missing);
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  return { missing: Number(await missing.jsonValue()), pages };
}

test('a book and a card: made by keyboard, printed with all photos, as many pages as are shown', async ({
  page,
}) => {
  const user = await seedUser(product.url, 'maren.book@example.com');
  await signIn(page, product.url, user.email);
  await page.goto(`${product.url}/my-letters/book?to=ilse.brandt@example.org`);
  await expect(page.getByRole('heading', { name: 'The letters of' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Ilse Brandt answered/ })).toBeVisible();
  // Paper is white in the dark theme, too.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }

  // On a cover a word stays whole, however long the name.
  const long = 'Rosalind Wilhelmina Penhaligon';
  await page.route('**/api/correspondences/**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('Ilse Brandt', long) });
  });
  await page.reload();
  const lines = await page
    .getByRole('heading', { level: 1 })
    .getByText(long)
    .evaluate(
      ({ firstChild }, name) =>
        name.split(' ').map((word) => {
          const at = firstChild?.nodeValue?.indexOf(word) ?? -1;
          if (!firstChild || at < 0) throw new Error(`There is no ${word}.`);
          const range = new Range();
          range.setStart(firstChild, at);
          range.setEnd(firstChild, at + word.length);
          return range.getClientRects().length;
        }),
      long,
    );
  expect(lines).toEqual([1, 1, 1]);
  await page.unrouteAll();
  await openPage(page, page.url());

  await page.getByRole('radio', { name: 'A5' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/paper=A4/);
  await page.getByRole('checkbox', { name: 'With the answers' }).focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/answers=no/);
  await expect(page.getByRole('heading', { name: /answered/ })).toHaveCount(0);
  // Cover, contents, the words, four photos, the last page.
  await expect(page.locator('[data-side]')).toHaveCount(8);
  expect(await print(page)).toEqual({ missing: 0, pages: 8 });

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${product.url}/my-letters?to=ilse.brandt@example.org`);
  await page.getByRole('button', { name: 'View Details' }).click();
  await page.getByRole('link', { name: 'Print as a card' }).press('Enter');
  await expect(page.getByRole('heading', { name: /^A letter from/ })).toBeVisible();
  // Cover, words, four photos, back: two sheets.
  expect(await print(page)).toEqual({ missing: 0, pages: 4 });
});
