import { type ChildProcess, spawn } from 'node:child_process';

export interface ServerProcess {
  /** its address */
  url: string;
  port: number;
  pid: number;
  /** its output up to the moment when it was ready */
  output: string;
  /** SIGKILL, like a power cut */
  kill(): Promise<void>;
  /** SIGTERM, as from an orchestrator. @returns the exit code */
  stop(): Promise<number | null>;
  signal(name: NodeJS.Signals): void;
}

export interface ServerCommand {
  /** arguments of node */
  args: string[];
  env: Record<string, string | undefined>;
  cwd: string;
  /** output that shows that it is ready */
  ready?: RegExp;
  /** a program and its arguments that become node */
  before?: string[];
  /** gets what it prints, also when it is ready */
  hear?: (text: string) => void;
}

/**
 * A process of the product: web, worker or both, by PROCESS_ROLE.
 * @param port to listen on; 0 for a worker
 * @throws when it ends before it is ready, with its output
 */
export async function startServerProcess(
  { args, env, cwd, ready = /is ready/, before = [], hear }: ServerCommand,
  port: number,
): Promise<ServerProcess> {
  const [program = process.execPath, ...rest] = [...before, process.execPath, ...args];
  const child = spawn(program, rest, {
    cwd,
    env: { ...process.env, LOG_LEVEL: 'silent', INBOUND_SMTP_PORT: '0', ...env, PORT: String(port) },
    // By the channel it learns of the end of this process, and stops too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      if (ready.test(output)) resolve();
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
    child.once('error', reject);
  });
  // Keeps reading, so that the process never blocks on its output, and discards what it reads.
  for (const stream of [child.stdout, child.stderr]) {
    stream?.removeAllListeners('data').resume();
    if (hear) stream?.on('data', (chunk: Buffer) => hear(chunk.toString()));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    output,
    kill: async () => {
      await end(child, 'SIGKILL');
    },
    stop: () => end(child, 'SIGTERM'),
    signal: (name) => {
      child.kill(name);
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}
