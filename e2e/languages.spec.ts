import { expect, type Page, test } from '@playwright/test';
import { pseudo } from '../packages/words/pseudo.ts';
import { wordsFor } from '../server/core/words.ts';
import { LANGUAGES, type Language } from '../shared/languages.ts';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { signUpOverHttp } from '../test/support/http-user.ts';
import { parse, photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { mailSettings } from './fixtures/account-steps.ts';
import { languageProblems } from './fixtures/language-problems.ts';
import { PASSWORD, seedUser } from './fixtures/seeded-user.ts';

const EMAIL = 'maren.oakes@example.com';

let product: RunningProduct;
let sink: SmtpSink;
test.beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startProduct({ ...mailSettings(sink.url), TEST_ROUTES: 'true' });
  await seedUser(product.url, EMAIL, sink);
});
test.afterAll(async () => {
  await product.stop();
  await sink.close();
});

const show = (page: Page, lang: string) =>
  page.context().addCookies([{ name: 'lang', value: lang, url: product.url }]);

const chosenIn = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'lang')?.value;

async function signIn(page: Page, email = EMAIL): Promise<void> {
  await page.goto(product.url);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
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

test('languages: in each a letter is written, mailed, read and answered, at 320 px', async ({ browser }) => {
  const problems: string[] = [];
  // Of the free letters five are one person's.
  for (const [first, email] of [
    [0, 'one@example.com'],
    [5, 'another@example.com'],
  ] as const) {
    const person = await signUpOverHttp(product.url, email, sink);
    await person.call('POST', '/api/redeem-coupon', { code: 'WELCOME5' });
    const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
    // While a draft is being put away the browser asks before the page is left.
    page.on('dialog', (dialog) => dialog.accept());
    await signIn(page, email);
    for (const language of TRANSLATED.slice(first, first + 5))
      await test.step(language, async () => problems.push(...(await correspondIn(page, language))));
    await page.close();
  }
  expect(problems).toEqual([]);
});

/** A letter from the first page to its answer; what is wrong with the screens on the way. */
async function correspondIn(page: Page, language: Language): Promise<string[]> {
  const words = wordsFor(language);
  const email = `reader-${language.toLowerCase()}@example.org`;
  const problems: string[] = [];
  const see = async (where: string) => problems.push(...(await look(page, `${language} ${where}`)));
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();

  await page.goto(product.url);
  await page.locator('select:has(option[lang=ja])').filter({ visible: true }).selectOption(language);
  await heading(words.t('Lay out your pages'));
  await page.locator('input[type=file]').first().setInputFiles(photo('postcard-back.jpg'));
  await page.getByRole('button', { name: words.t('Change photo {number}', { number: 1 }) }).waitFor();
  await see('upload');
  await press(words.t('Continue to Recipient'));
  await page.getByRole('textbox', { name: words.t('Name'), exact: true }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: words.t('Email'), exact: true }).fill(email);
  await see('recipient');
  await press(words.t('Continue to Template'));
  await see('template');
  await press(words.t('Preview'));
  await see('preview');
  await press(words.t('Send Letter'));
  await heading(words.t('Letter Sent Successfully'));
  await see('sent');
  for (const path of ['/my-letters', '/credits', '/account']) {
    await page.goto(`${product.url}${path}`);
    await page.locator('#root > :not([inert]) #main h1').first().waitFor();
    await see(path);
  }

  const received = () => sink.messages.find(({ envelopeRecipients }) => envelopeRecipients.includes(email));
  await expect.poll(received).toBeTruthy();
  const mail = await parse(received()?.raw ?? '');
  expect(mail.html).toContain(`lang="${language}"`);
  expect(mail.text).toContain(
    words.n(
      1,
      '1 photo of the handwritten letter is attached:',
      '{n} photos of the handwritten letter are attached:',
    ),
  );
  await page.goto(/https?:\S+\/l\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? '');
  await see('letter');
  await page.getByText(words.t('Write back by typing')).click();
  await page.getByRole('textbox', { name: words.t('Your answer') }).fill('❀');
  await press(words.t('Send your answer'));
  await heading(words.t('Your answer is on its way'));
  // Measured before its style sheet has arrived, a page is as wide as its photos.
  await page.waitForLoadState();
  await see('answered');
  return problems;
}
