import { expect, it } from 'vitest';
import { runSendRace } from '../../../test/faults/send-race.ts';
import { startServerProcess } from '../../../test/faults/server-process.ts';
import { builtProgram } from '../../../test/support/built-program.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { rounds } from '../../../test/support/rounds.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct } from '../../../test/support/test-product.ts';
import { projectFolder } from '../../core/project-folder.ts';

/** Sends at once, and credits for one in ten. */
const LETTERS = rounds(200, 400);
const CREDITS = LETTERS / 10;

it('credits: concurrent sends from two processes spend each credit once', async () => {
  const product = await startTestProduct();
  const { DATABASE_URL = '', publicUrl } = product.services.config;
  const command = {
    args: [await builtProgram('main')],
    env: { DATABASE_URL, DATA_DIR: product.dataDir, PUBLIC_URL: publicUrl, PROCESS_ROLE: 'web' },
    cwd: projectFolder,
  };
  const servers = await Promise.all([1, 2].map(async () => startServerProcess(command, await freePort())));
  const tally = await runSendRace({
    db: product.services.db,
    person: await signedIn(product, { verified: true }),
    servers: servers.map(({ url }) => url),
    letters: LETTERS,
    credits: CREDITS,
  });
  await Promise.all(servers.map((server) => server.kill()));
  await product.close();
  expect(tally).toMatchObject({
    statuses: { 200: CREDITS, 402: LETTERS - CREDITS },
    queued: CREDITS,
    charged: CREDITS,
    jobs: CREDITS,
    balance: 0,
    wrong: [],
  });
}, 240_000);
