import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests of drills, one file at a time: each wants the machine for itself. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: ['{drills,scripts,server}/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    fileParallelism: false,
  },
});
