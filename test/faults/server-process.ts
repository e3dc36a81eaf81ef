import { type ChildProcess, spawn } from 'node:child_process';

export interface ServerProcess {
  /** where it listens */
  url: string;
  /** ends it as a power cut would */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
}

/** What node is to run, where, with which settings. */
export interface ServerCommand {
  args: string[];
  env: Record<string, string>;
  cwd: string;
}

/**
 * A process of the product that serves HTTP.
 * @param port where it is to listen
 * @throws when it ends before it is ready, with what it said
 */
export async function startServerProcess(
  { args, env, cwd }: ServerCommand,
  port: number,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, LOG_LEVEL: 'silent', INBOUND_SMTP_PORT: '0', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('is ready')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)));
    child.once('error', reject);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => ended(child),
    signal: (name) => {
      child.kill(name);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
