import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{server,shared,papers,web,scripts,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Much of a test's time is waiting for the database or a timer.
    maxWorkers: 3,
    // The product keeps nothing in memory that matters; loading it once per worker and not per file halves the run.
    isolate: false,
    pool: 'forks',
    reporters: ['default'],
  },
});
