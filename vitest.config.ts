import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{server,shared,papers,web,scripts,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: 'forks',
    reporters: ['default'],
  },
});
