import { expect, type Page, test } from '@playwright/test';
import { pseudo } from '../scripts/words/pseudo.ts';
import { LANGUAGES } from '../shared/languages.ts';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { languageProblems } from './fixtures/language-problems.ts';
import { PASSWORD, seedUser } from './fixtures/seeded-user.ts';

// Some fifty looks, three of them by axe.
test.describe.configure({ timeout: 240_000 });

const EMAIL = 'maren.oakes@example.com';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await startProduct({ TEST_ROUTES: 'true' });
  await seedUser(product.url, EMAIL);
});
test.afterAll(() => product.stop());

const show = (page: Page, lang: string) =>
  page.context().addCookies([{ name: 'lang', value: lang, url: product.url }]);

const chosenIn = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'lang')?.value;

async function signIn(page: Page): Promise<void> {
  await page.goto(product.url);
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'Lay out your pages' }).waitFor();
}

test('language: changed without a reload, while something is being written; kept by the browser and the account', async ({
  page,
}) => {
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Please enter your email')).toBeVisible();
  // What is said beside a field changes with the rest.
  await page.locator('select').selectOption('de');
  await expect(page.getByText('Bitte gib deine E-Mail-Adresse ein')).toBeVisible();
  await page.locator('select').selectOption('en');
  await page.goto(`${product.url}/support`);
  await page.getByRole('button', { name: 'Send message' }).click();
  const worded = page.getByText('Please fill this in').first();
  await expect(worded).toBeVisible();
  await page.locator('footer select').selectOption('de');
  await expect(worded).toBeHidden();
  await page.locator('footer select').selectOption('en');
  await signIn(page);
  await show(page, 'en-XA');
  await page.reload();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([photo('plum-page-1.jpg')]);
  await page.getByRole('button', { name: pseudo('Continue to Recipient') }).click();
  await page.getByRole('textbox', { name: pseudo('Name') }).fill('Ilse Brandt');
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''));

  const inPseudo = page.getByRole('combobox', { name: pseudo('Choose a language') });
  await inPseudo.focus();
  await inPseudo.selectOption('en');
  await expect(page.getByRole('button', { name: 'Continue to Template' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const language = page.getByRole('combobox', { name: 'Choose a language' });
  await expect(language).toBeFocused();
  // What the server words is read again.
  const readAgain = page.waitForResponse((answer) => answer.url().includes('/api/recipients'));
  await language.selectOption({ label: 'العربية' });
  await readAgain;
  await expect(page.locator('html[lang=ar][dir=rtl]')).toBeVisible();
  await expect(page.getByRole('textbox').first()).toHaveValue('Ilse Brandt');
  await expect(page.locator('body[data-loaded-once]')).toBeVisible();

  const account = async () => (await (await page.request.get(`${product.url}/api/me`)).json()).language;
  await expect.poll(account).toBe('ar');
  expect(await chosenIn(page)).toBe('ar');
  await page.reload();
  await expect(page.locator('html[lang=ar][dir=rtl]')).toBeVisible();
  // A browser in which none was chosen takes up the account's.
  await page.context().clearCookies({ name: 'lang' });
  await page.reload();
  await expect(page.locator('html[lang=ar][dir=rtl]')).toBeVisible();
  expect(await chosenIn(page)).toBeUndefined();
});

const PUBLIC = ['/mission', '/support', '/privacy', '/'];
const SIGNED_IN = ['/', '/my-letters', '/payment', '/credits', '/account', '/nowhere'];
/** In Arabic axe looks at these: their parts are those of the others. */
const MIRRORED = ['/mission', '/', '/my-letters'];
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

/** What is wrong with the page in its language, each with where it is. */
async function look(page: Page, where: string, axe = false): Promise<string[]> {
  return (await languageProblems(page, axe)).map((problem) => `${where}: ${problem}`);
}

async function open(page: Page, path: string, language: string): Promise<void> {
  await show(page, language);
  await page.goto(`${product.url}${path}`);
  await page.locator('.warm-up').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

test('pseudo-language: nothing is cut off, scrolls sideways or stays English at 320 px, from either side', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const problems: string[] = [];
  const walk = async (paths: string[]) => {
    for (const path of paths) {
      await open(page, path, 'en-XA');
      problems.push(...(await look(page, `en-XA ${path}`)));
      if (!MIRRORED.includes(path)) continue;
      await page.getByRole('combobox', { name: pseudo('Choose a language') }).selectOption('ar');
      await page.locator('html[dir=rtl]').waitFor();
      problems.push(...(await look(page, `ar ${path}`, true)));
    }
  };
  await walk(PUBLIC);
  await show(page, 'en');
  await signIn(page);
  await walk(SIGNED_IN);
  expect(problems).toEqual([]);
});

test('languages: each has its own heading on every page and fits at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await show(page, 'en');
  await signIn(page);
  const problems: string[] = [];
  for (const path of ['/', '/my-letters', '/credits', '/account']) {
    await open(page, path, 'en');
    const heading = page.locator('h1').filter({ visible: true }).first();
    const english = await heading.innerText();
    const choice = page.locator('select:has(option[lang=ja])').filter({ visible: true });
    for (const language of TRANSLATED) {
      await choice.selectOption(language);
      await page.locator(`html[lang=${language}]`).waitFor();
      await expect(heading).not.toHaveText(english);
      problems.push(...(await look(page, `${language} ${path}`)));
    }
  }
  expect(problems).toEqual([]);
});
