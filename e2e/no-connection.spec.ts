import { expect, type Page, test } from '@playwright/test';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { logOut } from './fixtures/account-steps.ts';
import { expectClosed } from './fixtures/closed-dialog.ts';

/** What a page does whose own parts can't be fetched: the line is gone, or the product was renewed since it was loaded. */
// The offline page is the service worker's.
test.use({ serviceWorkers: 'allow' });

const PASSWORD = 'slow and steady 7';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await sharedProduct();
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(product.url);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { name: 'Lay out your pages' })).toBeVisible();
}

const refuse = (page: Page, part: string) => page.route(`**/assets/${part}-*.js`, (route) => route.abort());

test('offline: an error is shown although the code of notifications could not be loaded', async ({
  page,
}) => {
  await refuse(page, 'toast-region');
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'Please enter both email and password' });
  await expect(told).toBeVisible();
  await told.getByRole('button', { name: 'Close' }).click();
  await expect(told).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not the one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Sign in failed', { exact: true })).toBeVisible();
});

test('offline: a page that cannot be loaded leaves the rest usable, and loads after reconnecting', async ({
  page,
  context,
}) => {
  await signUp(page, 'maren@example.com');
  const links = page.getByRole('banner').getByRole('navigation');
  const gone = page.getByRole('heading', { name: 'No connection just now' });
  const told = page.getByText('There is no connection just now.');
  await expect(told).toHaveCount(0);
  await context.setOffline(true);
  await expect(told).toBeVisible();
  await links.getByRole('link', { name: 'My Letters' }).click();
  await expect(gone).toBeVisible();
  await expect(links.getByRole('link', { name: 'My Letters' })).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Lay out your pages' })).toBeVisible();
  await links.getByRole('link', { name: 'Buy Credits' }).click();
  await expect(gone).toBeVisible();
  await context.setOffline(false);
  await expect(told).toHaveCount(0);
  await expect(gone).toHaveCount(0);
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();

  // Loaded again without a connection, it is the kept page that shows, and goes on by itself.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.reload();
  await expect(page).toHaveTitle(/No connection/);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Buy Credits' })).toBeVisible();
});

test('offline: a waiting upload survives a page that could not be loaded', async ({ page, context }) => {
  await signUp(page, 'waiting@example.com');
  await context.setOffline(true);
  await page.locator('input[type=file]').first().setInputFiles(photo('torn-note.jpg'));
  await expect(page.getByRole('listitem', { name: /torn-note/ })).toContainText('It goes up by itself');
  await page.getByRole('banner').getByRole('link', { name: 'My Letters' }).click();
  await expect(page.getByRole('heading', { name: 'No connection just now' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('banner').getByRole('link', { name: 'Slow Letters' }).click();
  await expect(page.getByText('1 in the envelope', { exact: true })).toBeVisible();
});

test('a photo of which nothing more moves fails, and can be tried again', async ({ page }) => {
  // Two minutes pass in a second.
  await page.addInitScript(() => {
    const { prototype } = XMLHttpRequest;
    const { set } = Object.getOwnPropertyDescriptor(prototype, 'timeout') ?? {};
    Object.defineProperty(prototype, 'timeout', {
      set(milliseconds: number) {
        set?.call(this, milliseconds / 120);
      },
    });
  });
  await signUp(page, 'stalled@example.com');
  await page.route('**/api/upload', () => {}, { times: 3 });
  await page.locator('input[type=file]').first().setInputFiles(photo('torn-note.jpg'));
  const failed = page.getByRole('listitem', { name: /torn-note/ });
  await expect(failed).toContainText('Please try again');
  await failed.getByRole('button', { name: 'Retry torn-note.jpg' }).click();
  await expect(page.getByText('1 in the envelope', { exact: true })).toBeVisible();
});

test('offline: each step says what it can do, and a letter outlives the app that was closed', async ({
  page,
  context,
}) => {
  await signUp(page, 'jonas@example.com');
  const says = (words: string) => expect(page.getByRole('main').getByText(words)).toBeVisible();
  await page.locator('input[type=file]').first().setInputFiles(photo('plum-page-1.jpg'));
  await expect(page.getByText('1 in the envelope', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse.brandt@example.org');
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await expect(page.locator('iframe').first()).toBeVisible();
  await context.setOffline(true);
  await says('You can choose the paper and write the message.');
  await page.getByRole('textbox', { name: 'Message' }).fill('Written on the train.');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await says('You can read your letter through. To send it, you need a connection.');
  for (const _ of ['template', 'recipient']) await page.getByRole('button', { name: 'Back' }).click();
  await says('You can type in who it is for. To go on, you need a connection.');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse B.');
  await page.getByRole('button', { name: 'Back' }).click();
  await says('You can choose photos and put them in order. They go up by themselves later.');
  await page.locator('input[type=file]').first().setInputFiles(photo('plum-page-2.jpg'));
  await expect(page.getByRole('listitem', { name: /plum-page-2/ })).toContainText('It goes up by itself');

  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(product.url);
  await expect(again.getByText('2 in the envelope', { exact: true })).toBeVisible();
  await again.getByRole('button', { name: 'Continue to Recipient' }).click();
  await expect(again.getByRole('textbox', { name: 'Name' })).toHaveValue('Ilse B.');
  await again.getByRole('button', { name: 'Continue to Template' }).click();
  await expect(again.getByRole('textbox', { name: 'Message' })).toHaveValue('Written on the train.');
});

test('a page of a replaced version is loaded by itself', async ({ page }) => {
  await signUp(page, 'renewed@example.com');
  await page.route('**/assets/mission-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('banner').getByRole('link', { name: 'Our Mission' }).click();
  await expect(page).toHaveTitle(/Our Mission/);
  await expect(page.getByRole('heading', { name: 'This page could not be fetched' })).toHaveCount(0);
});

test('offline: the letter is kept when a dialog or the templates cannot be loaded', async ({ page }) => {
  await signUp(page, 'ilse@example.com');
  await page.locator('input[type=file]').first().setInputFiles(photo('torn-note.jpg'));
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse.brandt@example.org');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await expect(page.getByText('There is no connection. Please try again once there is.')).toBeVisible();
  await page.context().setOffline(false);
  await refuse(page, 'choose-person');
  await page.getByRole('button', { name: 'Address book' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'This could not be fetched.' });
  // It can be put away, for it may lie over what is typed in, and comes again when it is asked for again.
  await told.getByRole('button', { name: 'Close' }).click();
  await expect(told).toHaveCount(0);
  await page.getByRole('button', { name: 'Address book' }).click();
  await expect(told).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ilse Brandt');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(told).toHaveCount(0);
  await page.getByRole('button', { name: 'Address book' }).click();
  const book = page.getByRole('dialog', { name: 'Address book' });
  await expect(book).toBeVisible();
  await page.keyboard.press('Escape');
  await expectClosed(book);

  await refuse(page, 'templates');
  await page.reload();
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await expect(page.getByText('The preview could not be fetched')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByText('The preview could not be fetched')).toHaveCount(0);
  await expect(page.locator('iframe').first()).toBeVisible();
});

test('a photo that was not uploaded goes up after a reload', async ({ page }) => {
  await signUp(page, 'ruth@example.com');
  await page.locator('input[type=file]').first().setInputFiles(photo('plum-page-1.jpg'));
  await expect(page.getByText('Uploaded 1 photo(s)', { exact: true })).toBeVisible();
  await page.route('**/api/upload', (route) => route.abort());
  await page.locator('input[type=file]').first().setInputFiles(photo('plum-page-2.jpg'));
  const missing = page.getByRole('listitem', { name: /plum-page-2\.jpg/ });
  await expect(missing.getByRole('alert')).toBeVisible();
  const warnings: string[] = [];
  page.on('dialog', (dialog) => {
    warnings.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await expect(missing.getByRole('alert')).toBeVisible();
  await expect(page.getByText('1 in the envelope, 1 not uploaded')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByText('2 in the envelope', { exact: true })).toBeVisible();
  // Nothing would have been lost, so nobody was asked.
  expect(warnings).toEqual([]);
});

test('logging out forgets what this browser kept, and a photo that nobody came back for goes by itself', async ({
  page,
}) => {
  const email = 'nadia@example.com';
  await signUp(page, email);
  await logOut(page);
  // A link that is asked for and not used leaves the address here.
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Mail me a link instead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in by a link' });
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog).toContainText('a link is on its way to it.');
  await page.reload();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.route('**/api/upload', (route) => route.abort());
  await page.locator('input[type=file]').first().setInputFiles(photo('torn-note.jpg'));
  await expect(page.getByRole('listitem', { name: /torn-note/ }).getByRole('alert')).toBeVisible();
  await expect.poll(() => keptPhotos(page)).toEqual(['torn-note.jpg']);
  await page.evaluate(keepOthers);
  await expect.poll(() => keptPhotos(page)).toHaveLength(3);
  await page.goto(`${product.url}/support`);
  await page.getByRole('textbox', { name: 'Message' }).fill('The stamp fell off.');
  await expect.poll(() => keptPhotos(page)).toHaveLength(2);
  const texts = () => page.evaluate(() => Object.values(localStorage).join());
  expect(await texts()).toContain('The stamp fell off.');
  expect(await texts()).toContain(email);

  await page.goto(product.url);
  await logOut(page);
  await expect.poll(() => keptPhotos(page)).toEqual([]);
  const left = await texts();
  for (const own of [email, 'The stamp fell off.', 'torn-note']) expect(left).not.toContain(own);
});

/** Names of the photos that the browser's own database has. */
function keptPhotos(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('kept-files');
        opening.onsuccess = () => {
          const files = opening.result.transaction('files').objectStore('files').getAll();
          opening.result.close();
          const nameOf = (kept: File | { file: File }) => ('file' in kept ? kept.file : kept).name;
          files.onsuccess = () => resolve(files.result.map(nameOf));
        };
      }),
  );
}

/** Has a copy of the kept photo lie there since 1970, and one as an earlier release kept it. */
function keepOthers(): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('kept-files');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('files', 'readwrite');
      opening.result.close();
      const files = transaction.objectStore('files');
      const keys = files.getAllKeys();
      const kept = files.getAll();
      kept.onsuccess = () => {
        const { file } = kept.result[0];
        files.put({ file, keptAt: 0 }, `${keys.result[0]}2`);
        files.put(file, `${keys.result[0]}3`);
      };
      transaction.oncomplete = () => resolve();
    };
  });
}
