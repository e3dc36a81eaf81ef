import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServerProcess } from '../test/faults/server-process.ts';
import { freePort } from '../test/support/free-port.ts';

export interface RunningProduct {
  url: string;
  /** port of the embedded SMTP receiver */
  receiverPort: number;
  /** link into the local mailbox; null while mail leaves by SMTP */
  mailboxUrl: string | null;
  /** what it printed at its start */
  greeting: string;
  pid: number;
  /** ends it as a power cut would; its data stays */
  kill(): Promise<void>;
  /** starts it again on the same data, after `kill` */
  restart(): Promise<void>;
  /** ends it cleanly and removes its data */
  stop(): Promise<void>;
}

/** The built product as `npm start` runs it, on a data folder and ports of its own. */
export async function startProduct(env: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-journey-'));
  const [port, receiverPort] = [await freePort(), await freePort()];
  const command = {
    args: ['dist/server/main.js'],
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      INBOUND_SMTP_PORT: String(receiverPort),
      LOG_LEVEL: 'warn',
      ...env,
    },
    ready: /is ready\.\n\n {2}[\s\S]*\n\n$/,
  };
  let running = await startServerProcess(command, port);
  return {
    url: `http://localhost:${port}`,
    receiverPort,
    get mailboxUrl() {
      return /http:\/\/\S+\/mailbox\?token=\S+/.exec(running.output)?.[0] ?? null;
    },
    get greeting() {
      return running.output;
    },
    get pid() {
      return running.pid;
    },
    kill: () => running.kill(),
    restart: async () => {
      running = await startServerProcess(command, port);
    },
    stop: async () => {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
