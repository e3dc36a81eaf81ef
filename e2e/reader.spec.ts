import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { closeByBack } from './fixtures/closed-dialog.ts';
import { seedUser } from './fixtures/seeded-user.ts';
import { signIn } from './tour/signed-in-pages.ts';

/** A letter is read with fingers, as Chromium gets them from a touch screen, and by arrow keys. */
let product: RunningProduct;

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'no-preference' },
});
test.beforeAll(async () => {
  product = await sharedProduct();
});

type Finger = [x: number, y: number];

/** Moves fingers from where they touch to where they leave, in twelve steps. */
async function drag(touch: CDPSession, from: Finger[], to: Finger[]): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Finger[]) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map(([x, y], id) => ({ x, y, id })),
    });
  await send('touchStart', from);
  for (let step = 1; step <= 12; step++) {
    const share = step / 12;
    const at = from.map(([x, y], finger): Finger => {
      const [endX, endY] = to[finger] ?? [x, y];
      return [x + (endX - x) * share, y + (endY - y) * share];
    });
    await send('touchMove', at);
  }
  await send('touchEnd', []);
}

const scaleOf = (page: Page) => page.evaluate(() => visualViewport?.scale);

test('reader: swiping and arrow keys turn the leaves, a pinch and a double tap zoom one, Back closes it', async ({
  page,
}) => {
  const user = await seedUser(product.url, 'maren.reader@example.com');
  await signIn(page, product.url, user.email);
  await page.goto(`${product.url}/my-letters?to=ilse.brandt@example.org`);
  await page.getByRole('button', { name: 'Read', exact: true }).tap();
  const reader = page.getByRole('dialog', { name: /^A letter from/ });
  const place = reader.getByRole('status');
  await expect(place).toHaveText('Page 1 of 4');
  const touch = await page.context().newCDPSession(page);
  const swipe = (from: number, to: number) => drag(touch, [[from, 420]], [[to, 420]]);
  await swipe(330, 60);
  await expect(place).toHaveText('Page 2 of 4');

  const photo = reader.getByRole('listitem', { name: 'Page 2', exact: true });
  const zoomed = photo.locator('[data-zoomed]');
  const apart: Finger[] = [
    [90, 420],
    [300, 420],
  ];
  const together: Finger[] = [
    [180, 420],
    [210, 420],
  ];
  await drag(touch, together, apart);
  await expect(zoomed).toBeVisible();
  // The photo is zoomed, not the app, and one finger moves it without turning the page.
  expect(await scaleOf(page)).toBe(1);
  await swipe(300, 120);
  await expect(place).toHaveText('Page 2 of 4');
  await expect.poll(() => zoomed.evaluate((box) => box.scrollLeft)).toBeGreaterThan(100);
  await drag(touch, apart, together);
  await expect(zoomed).toHaveCount(0);

  for (const count of [1, 0]) {
    await page.touchscreen.tap(150, 300);
    await page.touchscreen.tap(152, 302);
    await expect(zoomed).toHaveCount(count);
  }
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(place).toHaveText('Page 4 of 4');
  // The words come after the handwriting.
  await reader.getByRole('button', { name: 'Message' }).click();
  await expect(place).toHaveText('Message');
  await page.keyboard.press('ArrowLeft');
  await expect(place).toHaveText('Page 4 of 4');
  await closeByBack(reader);

  // Written from the right, leaves follow each other to the left.
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await page.getByRole('button', { name: 'Read', exact: true }).tap();
  await expect(place).toHaveText('Page 1 of 4');
  await swipe(60, 330);
  await expect(place).toHaveText('Page 2 of 4');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(place).toHaveText('Page 4 of 4');
  await page.keyboard.press('ArrowRight');
  await expect(place).toHaveText('Page 3 of 4');
  await closeByBack(reader);

  // The letter's page leaves the pinch to the browser.
  await page.goto(user.letterPage);
  await drag(touch, together, apart);
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(1.5);
});
