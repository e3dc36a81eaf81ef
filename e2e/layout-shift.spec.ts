import { setTimeout } from 'node:timers/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { PASSWORD, seedUser } from './fixtures/seeded-user.ts';

/** What is on the screen stays where it is while the rest arrives. Source: https://web.dev/articles/cls */
const BUDGET = 0.02;
const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** Bytes a second and ms: what comes late comes late enough to push something. */
const LINE = { offline: false, latency: 20, downloadThroughput: 1_250_000, uploadThroughput: 625_000 };
/** The system's fonts are seen first, ms. */
const FONTS_LATE_MS = 500;
/** After the last thing a page waits for, ms. */
const SETTLING_MS = 300;

/** Pages, and what stands on each when it is whole. The last one is the sign-in screen. */
const PUBLIC = [
  { path: '/mission', whole: '#pricing li' },
  { path: '/', whole: 'button:has-text("Sign Up")' },
];
const PRIVATE = [
  { path: '/', whole: 'button:has-text("Go on with it")' },
  { path: '/my-letters', whole: '[data-recipient]' },
  { path: '/credits', whole: '#ledger' },
  { path: '/payment', whole: 'button:has-text("Apply")' },
];

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let product: RunningProduct;
let email: string;
test.beforeAll(async () => {
  product = await startProduct({ TEST_ROUTES: 'true' });
  const { email: address, person } = await seedUser(product.url, 'maren@example.com');
  email = address;
  const fields = { step: 'template', photos: [], template: 'vintage', message: 'A plum.', intent: null };
  const recipient = { name: 'Ilse Brandt', email: 'ilse.brandt@example.org', recentId: null };
  const content = { letter: '5f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b', ...fields, recipient };
  await person.call('PUT', '/api/draft', { base: null, content });
});
test.afterAll(() => product.stop());

test('layout does not shift while a page loads on a slow connection', async ({ browser }) => {
  // Both at once: most of it is waiting.
  await Promise.all(WIDTHS.map((viewport) => visitAll(browser, viewport)));
});

test('public pages have their headings before any script runs', async ({ request }) => {
  for (const { path } of PUBLIC)
    expect(await (await request.get(product.url + path)).text(), path).toMatch(/id="prerendered"[\s\S]*<h1/);
});

async function visitAll(browser: Browser, viewport: (typeof WIDTHS)[number]): Promise<void> {
  const page = await slowPage(browser, viewport);
  for (const { path, whole } of PUBLIC) await expectStill(page, path, whole);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('contentinfo').waitFor();
  for (const { path, whole } of PRIVATE) await expectStill(page, path, whole);
  await page.context().close();
}

interface Shift {
  value: number;
  /** what moved, for whoever mends it */
  moved: string[];
}

declare global {
  interface Window {
    shifts: Shift[];
  }
}

async function slowPage(browser: Browser, viewport: (typeof WIDTHS)[number]): Promise<Page> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // Fonts alone are held up: the test library's routes would take every request through the test.
  devtools.on('Fetch.requestPaused', async ({ requestId }) => {
    await setTimeout(FONTS_LATE_MS);
    // Once the page is closed nobody waits for it.
    await devtools.send('Fetch.continueRequest', { requestId }).catch((error) => {
      if (!page.isClosed()) throw error;
    });
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*.woff2' }] });
  // Without it what is in memory is used again.
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  // Each page is met as if for the first time.
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node }) =>
          node instanceof Element ? `${node.localName}.${node.className}` : String(node?.textContent),
        );
        window.shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return page;
}

/** Opens a page anew. All its shifts are added up: stricter than the web vital, which takes its worst five seconds. */
async function expectStill(page: Page, path: string, whole: string): Promise<void> {
  await page.goto(product.url + path, { waitUntil: 'domcontentloaded' });
  await page
    .locator(`#root > :not([inert]) ${whole}`)
    .first()
    .waitFor()
    .catch(async (cause: unknown) => {
      throw new Error(`${path} was never whole. It had:\n${await loaded(page)}`, { cause });
    });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(SETTLING_MS);
  const shifts = await page.evaluate(() => window.shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  const width = page.viewportSize()?.width;
  expect.soft(sum, `${path} at ${width} px shifts: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(BUDGET);
}

/** What a page was answered, each with its status, for whoever mends it. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => `${'responseStatus' in entry ? entry.responseStatus : ''} ${entry.name}`)
      .join('\n'),
  );
