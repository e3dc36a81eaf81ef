import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { seedCorrespondence } from '../e2e/fixtures/seed-correspondence.ts';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { launchChromium } from '../scripts/launch-chromium.ts';
import { startGuardedPostgres } from '../test/support/guarded-postgres.ts';
import { signUpOverHttp } from '../test/support/http-user.ts';
import { startProduct } from '../test/support/running-product.ts';
import { median } from './statistics.ts';

/**
 * /my-letters in a browser, for people who wrote 10, 1,000 and 10,000 letters: until the first recipient is
 * drawn, and until a long conversation is.
 */
const SIZES = [10, 1_000, 10_000];
const RECIPIENTS = 2_000;
const VISITS = 7;
const GOAL_RATIO = 1.5;

await buildIfNeeded(console.log);
const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-bench-'));
const postgres = await startGuardedPostgres({ dataDir });
const product = await startProduct({ DATABASE_URL: postgres.url });
const browser = await launchChromium();
try {
  const times: { envelope: number; conversation: number; drawn: number }[] = [];
  for (const size of SIZES) times.push(await visit(browser, size));
  for (const [at, { envelope, conversation, drawn }] of times.entries()) {
    console.log(
      `  ${String(SIZES[at]).padStart(6)} letters: first envelope ${envelope.toFixed(0)} ms, conversation ${conversation.toFixed(0)} ms, ${drawn} elements`,
    );
  }
  const [least, most] = [times[0], times.at(-1)];
  const ratio = Math.max(
    (most?.envelope ?? 0) / (least?.envelope ?? 1),
    (most?.conversation ?? 0) / (least?.conversation ?? 1),
  );
  console.log(`page with 10,000 letters compared with 10: ${ratio.toFixed(2)} times (goal ${GOAL_RATIO})`);
  if (ratio > GOAL_RATIO) process.exitCode = 1;
} finally {
  await browser.close();
  await product.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Medians in milliseconds, and the elements of the mailbox once it is drawn. */
async function visit(browser: Browser, letters: number) {
  const email = `writer-${letters}@example.com`;
  const person = await signUpOverHttp(product.url, email);
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const recipients = Math.min(RECIPIENTS, letters / 2);
  await seedCorrespondence(client, person.uid, { recipients, toOne: letters - recipients });
  await client.end();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${product.url}/my-letters`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('slow and steady 7');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Letters Sent').waitFor();
  const timed = async (query: string, selector: string) => {
    const times: number[] = [];
    for (let visits = 0; visits < VISITS; visits++) {
      const began = performance.now();
      await page.goto(`${product.url}/my-letters${query}`, { waitUntil: 'commit' });
      await page.locator(selector).first().waitFor({ state: 'attached' });
      times.push(performance.now() - began);
    }
    return median(times);
  };
  const envelope = await timed('', '[data-recipient]');
  const drawn = await page.locator('main *').count();
  const conversation = await timed('?to=friend-1@example.org', '#conversation article');
  await page.close();
  return { envelope, conversation, drawn };
}
