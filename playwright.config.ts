import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.ts';

const chromium = await findChromium();
const inherited = Object.entries(process.env).filter(
  (entry): entry is [string, string] => entry[1] !== undefined,
);

/** Files that take longest. They are begun first: at the end each would keep one worker busy and the others idle. */
const LONGEST = [
  '**/accessibility.spec.ts',
  '**/drafts.spec.ts',
  '**/errors-when-signed-in.spec.ts',
  '**/faults.spec.ts',
  '**/languages.spec.ts',
  '**/payment.spec.ts',
  '**/photo-editor.spec.ts',
  '**/preview-equals-sent.spec.ts',
  '**/two-browsers.spec.ts',
];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: LONGEST },
  ],
  // A step that comes no further ends a journey, not the clock of a busy machine.
  timeout: 1_200_000,
  expect: { timeout: 60_000 },
  // Much of a journey's time is waiting, for mail and for what a person is given time to read.
  workers: 4,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // The test library stops each service worker where it starts. A navigation that begins while one is updated waits
    // for good then (Chromium 153: 1 in 15 tries; without its debugger none in 60). Only what needs one allows it.
    serviceWorkers: 'block',
    // Frames that nobody sees cost a seventh of the processor's time. Journeys in which something moves set it back.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace of every step doubles the time; ask for one with `npm run test:e2e -- --trace retain-on-failure`.
    trace: 'off',
    launchOptions: {
      ...(chromium ? { executablePath: chromium.executablePath } : {}),
      env: { ...Object.fromEntries(inherited), ...chromium?.env },
      args: [
        // The pages are our own; a container's plain user may not make a sandbox.
        '--no-sandbox',
        '--disable-gpu',
        // A container's shared memory is small.
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
});
