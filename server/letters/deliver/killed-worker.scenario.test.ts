import { expect, it } from 'vitest';
import { runKillRounds, startTakingSink } from '../../../test/faults/letter-kill-rounds.ts';
import { startServerProcess } from '../../../test/faults/server-process.ts';
import { builtProgram } from '../../../test/support/built-program.ts';
import { rounds } from '../../../test/support/rounds.ts';
import { startTestProduct } from '../../../test/support/test-product.ts';
import { projectFolder } from '../../core/project-folder.ts';

const KILLS = rounds(1, 3);

it('killed worker: loses no letter, charges none twice, and repeats only those that were being sent', async () => {
  const sink = await startTakingSink(300);
  const settings = {
    SMTP_URL: sink.url,
    MAIL_FROM: 'letters@example.org',
    REPLY_DOMAIN: 'reply.example.org',
  };
  const product = await startTestProduct({ env: settings });
  const { DATABASE_URL = '' } = product.services.config;
  const command = {
    args: [await builtProgram('main')],
    env: { ...settings, DATABASE_URL, DATA_DIR: product.dataDir, PROCESS_ROLE: 'worker' },
    cwd: projectFolder,
  };
  const tally = await runKillRounds({
    rounds: KILLS,
    lettersARound: 8,
    killWithin: 1_200,
    services: product.services,
    sink,
    startWorker: () => startServerProcess(command, 0),
  });
  await product.close();
  await sink.close();
  expect(tally).toMatchObject({ letters: 8 * KILLS, kills: KILLS, lost: 0, chargedTwice: 0, unexplained: 0 });
  expect(tally.repeats).toBeLessThanOrEqual(tally.inFlight);
}, 240_000);
