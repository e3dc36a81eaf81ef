import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { seedUser } from '../e2e/fixtures/seeded-user.ts';
import { tourFirstLetter } from '../e2e/tour/first-letter.ts';
import { inLanguage } from '../e2e/tour/in-language.ts';
import { PICTURE_SCENES } from '../e2e/tour/picture-scenes.ts';
import { tourPublicPages } from '../e2e/tour/public-pages.ts';
import { tourRecipient, tourSignedInPages } from '../e2e/tour/signed-in-pages.ts';
import type { Scene } from '../e2e/tour/stage.ts';
import { visibleText } from '../e2e/tour/visible-text.ts';
import type { Visit } from '../e2e/tour/visit.ts';
import { LANGUAGE_COOKIE } from '../shared/languages.ts';
import { letterLanguage } from '../shared/letter-language.ts';
import { startProduct } from '../test/support/running-product.ts';
import { startJourneyCluster } from '../test/support/test-cluster.ts';
import { buildIfNeeded } from './build-if-needed.ts';
import { launchChromium } from './launch-chromium.ts';

// `npm run shots [-- --language ja --looks 390,1440-dark --scenes reading,mails --into folder word…]`:
// pictures of every screen and mail, and what they say. MISSING.txt tells of a scene that stopped.
const { values: options, positionals: wanted } = parseArgs({
  options: {
    language: { type: 'string', default: 'en' },
    looks: { type: 'string' },
    scenes: { type: 'string' },
    into: { type: 'string', default: path.resolve(import.meta.dirname, '..', 'shots') },
  },
  allowPositionals: true,
});
const language = letterLanguage.parse(options.language);
const folder = options.into;
const scenes = options.scenes?.split(',');

const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 768, height: 1024 };
const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 320, height: 640 };
const LOOKS = [
  { suffix: '1440', colorScheme: 'light', size: DESKTOP },
  { suffix: '768', colorScheme: 'light', size: TABLET },
  { suffix: '390', colorScheme: 'light', size: PHONE },
  { suffix: '320', colorScheme: 'light', size: SMALL_PHONE },
  { suffix: '390-dark', colorScheme: 'dark', size: PHONE },
  { suffix: '1440-dark', colorScheme: 'dark', size: DESKTOP },
] as const;
const looks = LOOKS.filter(({ suffix }) => !options.looks || options.looks.split(',').includes(suffix));

/** For a screen that does not come. */
const PATIENCE_MS = 7000;
/** Long enough for images to load and animations to end, ms. */
const SETTLING_MS = 350;

/** Has the browser lay out what it skips far below the window: a screenshot of the whole page shows that, too. */
function showSkipped(): void {
  for (const element of document.querySelectorAll<HTMLElement>('main *'))
    if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
}

function screenshots(page: Page): Visit {
  return async (name) => {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) return;
    // A dialog fills the window; the page behind it may be longer.
    const inDialog = (await page.getByRole('dialog').count()) > 0;
    for (const { suffix, colorScheme, size } of looks) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await page.evaluate(showSkipped);
      await page.waitForTimeout(SETTLING_MS);
      const file = path.join(folder, `${name}-${suffix}`);
      await page.screenshot({ path: `${file}.png`, fullPage: !inDialog });
      if (colorScheme === 'light') await writeFile(`${file}.txt`, await visibleText(page));
    }
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light' });
    console.log(`  ${name}`);
  };
}

const missing: string[] = [];

/** Runs a scene in a browser context of its own, signed out; the others go on when it fails. */
async function show(browser: Browser, [name, scene]: [string, Scene]): Promise<void> {
  if (scenes && !scenes.includes(name)) return;
  const context = await browser.newContext({
    viewport: DESKTOP,
    colorScheme: 'light',
    deviceScaleFactor: 1,
    locale: language,
    timezoneId: 'Europe/Paris',
  });
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: product.url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  try {
    await scene({
      page: inLanguage(page, language),
      visit: screenshots(page),
      url: product.url,
      mailboxUrl: product.mailboxUrl,
      user,
      databaseUrl: product.databaseUrl,
      language,
    });
  } catch (error) {
    missing.push(`${name}: ${String(error).slice(0, 700)}`);
    console.log(`${name}: ${String(error).slice(0, 700)}`);
    await page.screenshot({ path: path.join(folder, `MISSING-${name}.jpg`), type: 'jpeg' });
  } finally {
    await context.close();
  }
}

const TOURS: [string, Scene][] = [
  ['public pages', ({ page, url, visit }) => tourPublicPages(page, url, visit)],
  ['first letter', ({ page, url, visit }) => tourFirstLetter(page, url, 'ilse.neu@example.com', visit)],
  ['signed-in pages', ({ page, url, user, visit }) => tourSignedInPages(page, url, user, visit)],
  ['letter page', ({ page, user, mailboxUrl, visit }) => tourRecipient(page, user, mailboxUrl, visit)],
];

await buildIfNeeded(console.log);
await mkdir(folder, { recursive: true });
const stopCluster = await startJourneyCluster();
const product = await startProduct({ TEST_ROUTES: 'true' });
const browser = await launchChromium();
const user = await seedUser(product.url, 'maren.oakes@example.com', undefined, language);
try {
  for (const scene of [...TOURS, ...Object.entries(PICTURE_SCENES)]) await show(browser, scene);
} finally {
  await browser.close();
  await product.stop();
  await stopCluster();
  if (missing.length > 0) await writeFile(path.join(folder, 'MISSING.txt'), `${missing.join('\n\n')}\n`);
}
