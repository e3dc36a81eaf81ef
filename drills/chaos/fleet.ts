import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, startServerProcess } from '../../test/faults/server-process.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type Balancer, startBalancer } from './balancer.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PROGRAM = ['--import', path.join(import.meta.dirname, 'jumping-clock.mjs'), 'dist/server/main.js'];
const STARTS = 20;
const CLOCK_JUMP_MS = 90 * 60_000;

export interface Fleet {
  url: string;
  receiverPort: number;
  /** Stops one with SIGTERM and starts it anew. @returns milliseconds that the stop took */
  renew(kind: 'web' | 'worker', which: number): Promise<number>;
  restart(kind: 'web' | 'worker', which: number): Promise<void>;
  /** Sets the clock of one an hour and a half forward, or by `CLOCK_JUMP_MS`, for a while, and back. */
  jump(kind: 'web' | 'worker', which: number, milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param settings of every process; PUBLIC_URL is the fleet's own
 * @param balanceWeb what leads requests to the ports of the web processes
 * @param before of every process's command
 */
export async function startFleet(
  settings: Record<string, string>,
  balanceWeb: (ports: number[]) => Promise<Balancer> = startBalancer,
  before: string[] = [],
): Promise<Fleet> {
  const ports = [await freePort(), await freePort()];
  const receivers = [await freePort(), await freePort()];
  const web = await balanceWeb(ports);
  const mail = await startBalancer(receivers);
  const env = {
    CLOCK_JUMP_MS: String(CLOCK_JUMP_MS),
    ...settings,
    PUBLIC_URL: `http://localhost:${web.port}`,
  };

  const start = {
    web: (which: number) => startMember({ PROCESS_ROLE: 'web' }, ports[which] ?? 0),
    // Workers receive mail, and serve nothing.
    worker: (which: number) =>
      startMember({ PROCESS_ROLE: 'worker', INBOUND_SMTP_PORT: String(receivers[which]) }, 0),
  };
  function startMember(role: Record<string, string>, port: number): Promise<ServerProcess> {
    const command = { args: PROGRAM, cwd: root, before, env: { ...env, ...role } };
    return untilStarted(() => startServerProcess(command, port));
  }
  const members: Record<'web' | 'worker', ServerProcess[]> = {
    web: [await start.web(0), await start.web(1)],
    worker: [await start.worker(0), await start.worker(1)],
  };
  return {
    url: env.PUBLIC_URL,
    receiverPort: mail.port,
    async restart(kind, which) {
      await members[kind][which]?.kill();
      members[kind][which] = await start[kind](which);
    },
    async renew(kind, which) {
      const begun = performance.now();
      await members[kind][which]?.stop();
      const took = performance.now() - begun;
      members[kind][which] = await start[kind](which);
      return took;
    },
    async jump(kind, which, milliseconds) {
      members[kind][which]?.signal('SIGUSR2');
      await sleep(milliseconds);
      members[kind][which]?.signal('SIGUSR2');
    },
    async stop() {
      for (const member of [...members.web, ...members.worker]) await member.kill();
      await web.close();
      await mail.close();
    },
  };
}

/** A start may meet the database in the middle of its own; an operator's supervisor tries again, and so do we. */
async function untilStarted(start: () => Promise<ServerProcess>): Promise<ServerProcess> {
  for (let tries = 1; ; tries++) {
    try {
      return await start();
    } catch (error) {
      if (tries === STARTS) throw error;
      await sleep(500);
    }
  }
}
