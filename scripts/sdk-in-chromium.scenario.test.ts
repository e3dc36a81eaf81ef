import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountDisabled } from '../server/people/identity/operator-commands.ts';
import { AppleClient } from '../test/identity/apple-client.ts';
import { IdentityClient } from '../test/identity/identity-client.ts';
import { SCENARIO } from '../test/identity/sdk-scenario.ts';
import { type AppleStandIn, startAppleStandIn } from '../test/stand-ins/apple-stand-in.ts';
import { startTestProduct, type TestProduct } from '../test/support/test-product.ts';
import { findChromium } from './find-chromium.ts';
import { launchChromium } from './launch-chromium.ts';
import type {} from './sdk-in-chromium/page.ts'; // its globals

/** In CI a missing browser is a failure. */
const mayRun = (await findChromium()) !== null || process.env.CI === 'true';

/** The page's code, as the product's own is built. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: path.join(import.meta.dirname, 'sdk-in-chromium', 'page.ts'),
        formats: ['es'],
        fileName: 'page',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [chunk] = output && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The page was not built.');
  return chunk.code;
}

describe.runIf(mayRun)('the SDK in a browser, on our own service', () => {
  let product: TestProduct;
  let apple: AppleStandIn;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    apple = await startAppleStandIn('http://localhost:3000/identity/apple/callback');
    product = await startTestProduct({ listen: true, env: apple.env, outside: { apple: apple.origin } });
    const address = product.app.server.address();
    if (address === null || typeof address === 'string') throw new Error('The product does not listen.');
    // The page's own origin, wherever the product listens today.
    browser = await launchChromium([`--host-resolver-rules=MAP localhost:3000 127.0.0.1:${address.port}`]);
    const context = await browser.newContext();
    page = await context.newPage();
    await serve(page, await bundle());
    await help(page, context);
    await page.goto('http://localhost:3000/scenario');
    expect(await page.evaluate(() => scenario.signedIn())).toBe(null);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await apple?.close();
  });

  async function serve(page: Page, code: string): Promise<void> {
    const html = '<!doctype html><title>Scenario</title><script type="module" src="/scenario.js"></script>';
    await page.route('**/scenario', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.route('**/scenario.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: code }),
    );
  }

  async function help(page: Page, context: BrowserContext): Promise<void> {
    const client = new IdentityClient(product);
    const person = new AppleClient(product, client, apple);
    let kept: Awaited<ReturnType<BrowserContext['cookies']>> = [];
    await page.exposeFunction('mailedCode', (email: string) => client.mailedCode(email));
    await page.exposeFunction('setDisabled', async (uid: string, disabled: boolean) => {
      await setAccountDisabled(product.services, uid, disabled);
    });
    await page.exposeFunction('appleIdToken', (who: { sub: string; email: string }) =>
      person.credentialOf({ ...who, email_verified: 'true' }),
    );
    await page.exposeFunction('customToken', (email: string) => client.customToken(email));
    await page.exposeFunction('setCookiesSent', async (sent: boolean) => {
      if (sent) return context.addCookies(kept);
      kept = await context.cookies();
      await context.clearCookies();
    });
  }

  it.each(SCENARIO.map((step, index) => ({ ...step, index, number: index + 1 })))(
    '$number: $name',
    async ({ index, expected }) => {
      const before = await page.evaluate(() => scenario.signedIn());
      await page.reload();
      expect(await page.evaluate(() => scenario.signedIn()), 'after a reload').toBe(before);
      expect(await page.evaluate((step) => scenario.run(step), index)).toEqual(expected);
    },
  );
});
