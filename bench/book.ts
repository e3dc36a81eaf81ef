import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { launchChromium } from '../scripts/launch-chromium.ts';
import { startGuardedPostgres } from '../test/support/guarded-postgres.ts';
import { PASSWORD, signUpOverHttp } from '../test/support/http-user.ts';
import { startProduct } from '../test/support/running-product.ts';
import { seedBook } from './book/seed-book.ts';

/**
 * A book of 200 photos in a browser: from 'Print' until the print window would open, against loading and
 * decoding the same photos; then its PDF and the renderers' memory.
 */
const LETTERS = 20;
const PHOTOS_EACH = 10;
const GOAL_RATIO = 2;
const GOAL_MB = 600;

await buildIfNeeded(console.log);
const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-bench-'));
const postgres = await startGuardedPostgres({ dataDir: path.join(dataDir, 'postgres') });
const appDir = path.join(dataDir, 'app');
const product = await startProduct({ DATABASE_URL: postgres.url, DATA_DIR: appDir });
const browser = await launchChromium();
try {
  const email = 'maren@example.com';
  const person = await signUpOverHttp(product.url, email);
  const photo = /[0-9a-f-]{36}/.exec(await person.upload('plum-page-1-full.jpg'))?.[0] ?? '';
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await seedBook(
    client,
    { uid: person.uid, dataDir: appDir, recipientEmail: 'ilse@example.org' },
    Array.from({ length: LETTERS }, (_, at) => ({
      at: new Date(Date.UTC(2025, at % 12, 1 + at)).toISOString(),
      words: 'Dear Ilse,\n\nThe plum tree did it at last.\n\nMaren',
      photos: Array.from({ length: PHOTOS_EACH }, () => photo),
    })),
  );
  await client.end();
  const { decoding, opening, pages, shown, headings, megabytes } = await measure(browser, email);
  const ratio = opening / decoding;
  console.log(
    `  ${LETTERS * PHOTOS_EACH} photos: decoded alone in ${decoding.toFixed(0)} ms, print opens after ${opening.toFixed(0)} ms\n` +
      `  PDF of ${pages} pages (${shown} expected), ${headings} of ${LETTERS} letters in its outline, renderers ${megabytes.toFixed(0)} MB at most (goal ${GOAL_MB})`,
  );
  console.log(`until print opens compared with decoding: ${ratio.toFixed(2)} times (goal ${GOAL_RATIO})`);
  if (ratio > GOAL_RATIO || megabytes > GOAL_MB || pages !== shown || headings !== LETTERS)
    process.exitCode = 1;
} finally {
  await browser.close();
  await product.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(browser: Browser, email: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const alone = await context.newPage();
  await openBook(alone, email);
  const decoding = await alone.evaluate(decodeAlone);
  // A renderer of its own, whose photos are not decoded yet.
  await alone.close();
  const page = await context.newPage();
  await openBook(page, null);
  const began = performance.now();
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = 'true';
    };
  });
  const peak = watchRenderers(browser);
  await page.getByRole('button', { name: 'Print, or save as PDF' }).click();
  await page.waitForFunction(() => document.body.dataset.printed);
  const opening = performance.now() - began;
  const shown = await page.locator('[data-side]').count();
  const pdf = (await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true })).toString('latin1');
  const megabytes = await peak();
  return {
    ...{ decoding, opening, shown, megabytes },
    pages: pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0,
    headings:
      pdf.match(/\/Title ?\(Maren Oakes to Ilse Brandt/g)?.length ?? pdf.match(/\/Title/g)?.length ?? 0,
  };
}

async function openBook(page: Page, email: string | null): Promise<void> {
  await page.goto(`${product.url}/my-letters/book?to=ilse@example.org`);
  if (email !== null) {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  }
  await page.locator('[data-side] h1').waitFor();
}

async function decodeAlone(): Promise<number> {
  const sources = [...document.querySelectorAll<HTMLImageElement>('[data-side] img')].map(({ src }) => src);
  const began = performance.now();
  for (let at = 0; at < sources.length; at += 10) {
    const some = sources.slice(at, at + 10).map((src) => {
      const image = new Image();
      image.src = src;
      return image.decode();
    });
    await Promise.all(some);
  }
  return performance.now() - began;
}

/** @returns ends it: the largest resident memory of one renderer, MB (Linux; 0 elsewhere) */
function watchRenderers(of: Browser): () => Promise<number> {
  let most = 0;
  const look = async () => {
    const session = await of.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    }
  };
  const timer = setInterval(() => void look(), 250);
  return async () => {
    clearInterval(timer);
    await look();
    return most;
  };
}
