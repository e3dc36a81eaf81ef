import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** `npm run test:faults -- rounds`: tests whose number of rounds `npm test` cuts short (`test/support/rounds.ts`), with all of them. */
const TESTS = [
  'scripts/regular-expressions/regular-expressions.test.ts',
  'server/pages/account/lock-order.test.ts',
  'server/people/identity/protocol/bad-input.test.ts',
  'server/money/gifts/gift-histories.test.ts',
  'server/money/payments/interleavings.test.ts',
  'server/money/payments/send-race.test.ts',
  'server/letters/photos/convert/fuzz.test.ts',
  'server/letters/photos/upload/hostile.test.ts',
];

const root = path.resolve(import.meta.dirname, '..');
const { status } = spawnSync(path.join(root, 'node_modules', '.bin', 'vitest'), ['run', ...TESTS], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ROUNDS: 'often' },
});
process.exit(status ?? 1);
