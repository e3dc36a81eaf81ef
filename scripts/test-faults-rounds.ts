import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** `npm run test:faults -- rounds`: tests whose number of rounds `npm test` cuts short (`test/support/rounds.ts`), with all of them. */
const TESTS = [
  'scripts/regular-expressions/run-patterns.test.ts',
  'server/pages/account/lock-order.scenario.test.ts',
  'server/people/identity/protocol/bad-input.scenario.test.ts',
  'server/money/gifts/gift-histories.scenario.test.ts',
  'server/money/payments/interleavings.scenario.test.ts',
  'server/money/payments/send-race.scenario.test.ts',
  'server/letters/photos/convert/fuzz.scenario.test.ts',
  'server/letters/photos/upload/hostile.scenario.test.ts',
];

const root = path.resolve(import.meta.dirname, '..');
const { status } = spawnSync(path.join(root, 'node_modules', '.bin', 'vitest'), ['run', ...TESTS], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ROUNDS: 'often' },
});
process.exit(status ?? 1);
