import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../test/support/free-port.ts';

export interface RunningProduct {
  url: string;
  /** port of the embedded SMTP receiver */
  receiverPort: number;
  /** link into the local mailbox; null while mail leaves by SMTP */
  mailboxUrl: string | null;
  /** what the start said */
  greeting: string;
  pid: number;
  /** ends it as a power cut would; its data stays */
  kill(): Promise<void>;
  /** starts it again on the same data, after `kill` */
  restart(): Promise<void>;
  /** ends it cleanly and removes its data */
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '..');

/** The built product as `npm start` runs it, on a data folder and ports of its own. */
export async function startProduct(env: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-journey-'));
  const [port, receiverPort] = [await freePort(), await freePort()];
  const settings = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    INBOUND_SMTP_PORT: String(receiverPort),
    LOG_LEVEL: 'warn',
    ...env,
  };
  let running = await launch(settings);
  return {
    url: `http://localhost:${port}`,
    receiverPort,
    get mailboxUrl() {
      return /http:\/\/\S+\/mailbox\?token=\S+/.exec(running.greeting)?.[0] ?? null;
    },
    get greeting() {
      return running.greeting;
    },
    get pid() {
      return running.child.pid ?? 0;
    },
    kill: () => end(running.child, 'SIGKILL'),
    restart: async () => {
      running = await launch(settings);
    },
    stop: async () => {
      await end(running.child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function launch(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; greeting: string }> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (/is ready\.\n\n {2}[\s\S]*\n\n$/.test(said)) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) =>
      reject(new Error(`The product ended with ${code} before it was ready:\n${said}`)),
    );
    child.once('error', reject);
  });
  return { child, greeting: said };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
