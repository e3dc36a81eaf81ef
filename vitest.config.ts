import { defineConfig } from 'vitest/config';

/**
 * Tests of whole processes, of broken connections, of SDKs and modules that are one to a process: each in its own. They
 * run first, so the longest of all is here too: at the end it would run alone.
 */
const ALONE = [
  'server/rolling-restart.test.ts',
  'server/platform/{db,http}/**/*.test.ts',
  'server/platform/{log,meters}.test.ts',
  'server/events/*.test.ts',
  'server/operator/**/*.test.ts',
  'server/identity/sdk-scenario.test.ts',
  'server/identity/firebase/*.test.ts',
  'server/letters/{deliver-letter,faults,killed-worker}.test.ts',
  'server/conversations/relay-faults.test.ts',
  'server/payments/{interleavings,killed-server,send-race}.test.ts',
  'scripts/find-chromium.test.ts',
  'scripts/regular-expressions/*.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As the journeys have it: on a busy machine a test may lose a race that the product does not have.
    retry: process.env.CI === 'true' ? 1 : 0,
    // Much of a test's time is waiting for the database or a timer.
    maxWorkers: 3,
    pool: 'forks',
    reporters: ['default'],
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{server,shared,templates,web,test,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          // The product keeps nothing in memory that matters; loading it once per worker halves the run.
          isolate: false,
        },
      },
    ],
  },
});
