import { expect, type Locator, test } from '@playwright/test';
import sharp from 'sharp';
import { wordsFor } from '../server/core/words.ts';
import { quarteredPhoto } from '../test/photos/sample-photos.ts';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { signUp } from './fixtures/account-steps.ts';
import { cornerAt, dragTo, firstPhoto } from './fixtures/edited-photo.ts';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await sharedProduct();
});

test('Arabic: photos are dragged into order from the right, one is cropped on the side that was dragged, names keep their order', async ({
  page,
}) => {
  const { t } = wordsFor('ar');
  await signUp(page, 'maren.arabic@example.com', product.url);
  await page.locator('select:has(option[lang=ja])').filter({ visible: true }).selectOption('ar');
  await page.locator('html[dir=rtl]').waitFor();
  const files = page.locator('input[type=file]').first();
  await files.setInputFiles(photo('plum-page-1.jpg'));
  await files.setInputFiles({
    name: 'quarters.jpg',
    mimeType: 'image/jpeg',
    buffer: await quarteredPhoto(1),
  });
  const place = (number: number) =>
    page.getByRole('listitem', { name: t('Photo {number} of {count}', { number, count: 2 }) });
  await expect(place(1).getByRole('img', { name: /plum-page-1/ })).toBeVisible();
  await expect(place(2).getByRole('img', { name: /quarters/ })).toBeVisible();

  const [first, second] = await Promise.all([place(1).boundingBox(), place(2).boundingBox()]);
  expect(first?.x).toBeGreaterThan(second?.x ?? Number.POSITIVE_INFINITY);
  await dragTo(page, place(1).getByRole('img'), place(2).getByRole('img'), 0.4, 0.5);
  await expect(place(1).getByRole('img', { name: /quarters/ })).toBeVisible();
  await expect(place(2).getByRole('img', { name: /plum-page-1/ })).toBeVisible();
  const grip = place(2).locator('[data-grip]').filter({ visible: true });
  await grip.focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(place(1).getByRole('img', { name: /plum-page-1/ })).toBeVisible();
  await place(2).locator('[data-grip]').filter({ visible: true }).focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(place(1).getByRole('img', { name: /quarters/ })).toBeVisible();

  const original = await firstPhoto(page);
  await page.getByRole('button', { name: t('Change photo {number}', { number: 1 }) }).click();
  const editor = page.getByRole('dialog', { name: t('Edit photo {number}', { number: 1 }) });
  await editor.getByText(t('Crop'), { exact: true }).click();
  const topLeft = editor.getByRole('slider', { name: t('top left corner') });
  const topRight = editor.getByRole('slider', { name: t('top right corner') });
  const [left, right] = await Promise.all([topLeft.boundingBox(), topRight.boundingBox()]);
  expect(left?.x).toBeLessThan(right?.x ?? 0);
  // From the left edge to the middle: what is right of it stays.
  await dragTo(page, topLeft, editor.getByRole('img'), 0.5, 0);
  // By keyboard, too, an arrow moves a corner where it points: out of the photo, where it stops.
  await topRight.press('Shift+ArrowRight');
  await editor.getByRole('button', { name: t('Save Changes') }).click();
  await expect(editor).toBeHidden();

  const cropped = await firstPhoto(page);
  expect(cropped.url).not.toBe(original.url);
  const name = cropped.url.slice('/uploads/'.length);
  const answer = await page.request.get(`${product.url}/api/photo/${name}`);
  const picture = await sharp(await answer.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(Math.abs(picture.info.width - original.width / 2)).toBeLessThanOrEqual(12);
  expect(cornerAt(picture, 0.1, 0.1)).toBe('topRight');
  expect(cornerAt(picture, 0.9, 0.9)).toBe('bottomRight');

  // A line that begins with a Latin name is an Arabic line all the same.
  const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click();
  await press(t('Continue to Recipient'));
  await page
    .getByRole('textbox', { name: t('Email'), exact: true })
    .fill('Ilse Brandt <ilse@example.org>, Tom Oakes <tom@example.org>');
  await page.keyboard.press('Tab');
  await press(t('Continue to Template'));
  await press(t('Preview'));
  const names = page.locator('dl bdi').filter({ hasText: 'Ilse Brandt' });
  expect(await leftOf(names, 'Ilse Brandt')).toBeGreaterThan(await leftOf(names, 'آخر'));
});

/** Where a part of an element's text begins, in px from the left of the window. */
function leftOf(element: Locator, part: string): Promise<number> {
  return element.evaluate((node, wanted) => {
    const text = node.firstChild;
    const from = node.textContent.indexOf(wanted);
    if (!text || from < 0) throw new Error(`It says ${node.textContent}`);
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, from + wanted.length);
    return range.getBoundingClientRect().left;
  }, part);
}
