import path from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Tests of whole processes, of SDKs and modules that are one to a process, of memory, and those that replace a module
 * (which another file of the process may have loaded): each in a process of its own.
 */
const ALONE = [
  'server/core/db/migrate.test.ts',
  'packages/embedded-postgres/*.test.ts',
  'server/people/identity/sdk.scenario.test.ts',
  'server/people/identity/firebase/firebase-sdk.scenario.test.ts',
  'scripts/find-chromium.test.ts',
  'web/features/identity/{auth,session-cookie-sync}.test.ts',
  'web/features/page-scan/{find-pages,page-reader}.test.ts',
];

export default defineConfig({
  resolve: { alias: { '@node-rs/argon2': path.join(import.meta.dirname, 'test/support/quick-argon2.ts') } },
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // Only what hangs meets them: on a busy machine a test takes many times what it takes at rest.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // Much of a test's time is waiting for the database or a timer.
    maxWorkers: 4,
    pool: 'forks',
    reporters: ['default'],
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{packages,server,shared,templates,web,test,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          // The product keeps nothing in memory that matters; loading it once per worker halves the run.
          isolate: false,
        },
      },
    ],
  },
});
