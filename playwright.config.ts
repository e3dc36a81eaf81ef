import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.ts';

const chromium = await findChromium();
const inherited = Object.entries(process.env).filter(
  (entry): entry is [string, string] => entry[1] !== undefined,
);

export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium.executablePath } : {}),
      env: { ...Object.fromEntries(inherited), ...chromium?.env },
      args: [
        // The pages are our own; a container's plain user may not make a sandbox.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
});
