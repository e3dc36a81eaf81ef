import { expect, type Page, test } from '@playwright/test';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { signUp } from './fixtures/account-steps.ts';
import { PASSWORD, seedUser } from './fixtures/seeded-user.ts';
import { openPage } from './tour/visit.ts';

/** The main job without a mouse: whatever is pressed must first be reached by Tab, and be seen to have the focus. */
let product: RunningProduct;

test.beforeAll(async () => {
  product = await sharedProduct();
});

interface Focused {
  /** what it is called, roughly as a screen reader would */
  name: string;
  /** something to type in */
  field: boolean;
  /** whether a person sees where the focus is */
  shown: boolean;
}

/** Goes forward until something of that name has the focus, and no further than once around the page. */
async function tabTo(page: Page, name: string, field = false): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate((): Focused => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return { name: '', field: false, shown: false };
      const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : null;
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      return {
        name: (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim(),
        field: element.matches('input, textarea'),
        shown: outlineStyle !== 'none' || boxShadow !== 'none' || element.matches('input, textarea'),
      };
    });
    passed.push(focused.name);
    if (focused.name !== name || focused.field !== field) continue;
    expect(focused.shown, `the focus on ${name} is to be seen`).toBe(true);
    return;
  }
  throw new Error(`Tab does not reach ${name}, but ${passed.join(', ')}`);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name, true);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

test('a page whose code comes late leaves the focus in a menu that was opened meanwhile', async ({
  page,
}) => {
  const fetched = Promise.withResolvers<void>();
  await page.route('**/assets/mission-*.js', async (route) => {
    await fetched.promise;
    await route.continue();
  });
  await signUp(page, 'quick.keys@example.com', product.url);
  // Where it comes later it takes the focus of the link before Enter is pressed.
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Our Mission' }).first().press('Enter');
  await page.getByRole('button', { name: /Account: / }).press('Enter');
  const entry = page.getByRole('link', { name: 'Address book' });
  await entry.focus();
  fetched.resolve();
  await expect(page).toHaveTitle(/Our Mission/);
  await expect(entry).toBeFocused();
  await entry.press('Enter');
  await expect(page.getByRole('heading', { name: 'Address book', level: 1 })).toBeVisible();
});

test('the main job by keyboard alone', async ({ page }) => {
  await page.goto(product.url);
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible();
  await type(page, 'Email', 'maren.keys@example.com');
  await type(page, 'Password', 'slow and steady 7');
  await press(page, 'Sign Up');
  await expect(page.getByText('Account created!', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  // F8 leads to the notification, and Escape puts it away.
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused();

  await press(page, 'Buy Credits');
  await expect(page.getByRole('heading', { name: 'Buy Credits', level: 1 })).toBeVisible();
  await press(page, 'Apply WELCOME5');
  await expect(page.getByRole('banner')).toContainText(/5\s*credits/);
  await page.goto(product.url);
  await expect(page.getByRole('heading', { name: 'Lay out your pages' })).toBeVisible();
  // Nothing takes the focus before.
  await page.locator('.warm-up').waitFor({ state: 'detached' });

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Browse photos');
  await (await chooser).setFiles([photo('plum-page-2.jpg'), photo('plum-page-1.jpg')]);
  await expect(page.getByText('Uploaded 2 photo(s)', { exact: true })).toBeVisible();
  await press(page, 'Move photo 1');
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByText('Photo reordered', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Photo 1: plum-page-1.jpg' })).toBeVisible();
  await press(page, 'Delete photo 2');
  await expect(page.getByText('Photo deleted', { exact: true })).toBeVisible();

  await press(page, 'Continue to Recipient');
  await expect(page.getByRole('heading', { name: 'Who is it for?' })).toBeFocused();
  await type(page, 'Name', 'Ilse Brandt');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter recipient name and email', { exact: true })).toBeVisible();
  await type(page, 'Email', 'ilse.brandt@example.org');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ilse Brandt');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ilse.brandt@example.org');
  await press(page, 'Continue to Template');

  await expect(page.getByRole('heading', { name: 'Choose its paper' })).toBeFocused();
  const chosen = page.getByRole('radio', { name: /Vintage Style/ });
  for (let presses = 0; presses < 5; presses++) {
    await page.keyboard.press('Tab');
    if (await chosen.evaluate((radio) => radio === document.activeElement)) break;
  }
  await expect(chosen).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /Cozy Notebook/ })).toBeChecked();
  await type(page, 'Message', 'Dear {{recipientName}}, by keyboard alone.');
  await press(page, 'Preview');

  await expect(page.getByRole('heading', { name: 'Read it once more' })).toBeFocused();
  await press(page, 'Send Letter');
  await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
  await expect(page.getByText('Letter sent!', { exact: true })).toBeVisible();
  // A visit of the page would begin another letter.
  await press(page, 'Skip to the page');
  await expect(page.getByRole('main')).toBeFocused();
  await press(page, 'View My Letters');
  await expect(page.getByRole('heading', { level: 1, name: 'My Letters' })).toBeAttached();
  await expect(page.getByRole('navigation', { name: 'Recipients' })).toContainText('By keyboard', {
    ignoreCase: true,
  });
});

test('my letters: the heading of the chosen conversation gets the focus in one column', async ({ page }) => {
  const { email } = await seedUser(product.url, 'reader@example.com');
  await page.goto(product.url);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  await expect(page.getByRole('heading', { name: 'Lay out your pages' })).toBeVisible();
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    await openPage(page, `${product.url}/my-letters`);
    const people = page.getByRole('navigation', { name: 'Recipients' });
    await people.getByRole('link', { name: /Ilse Brandt/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Ilse Brandt' })).toBeFocused();
  }
});
