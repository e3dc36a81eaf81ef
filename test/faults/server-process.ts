import { type ChildProcess, spawn } from 'node:child_process';

export interface ServerProcess {
  /** where it listens */
  url: string;
  port: number;
  pid: number;
  /** what it had written to standard output and error when it was ready */
  output: string;
  /** SIGKILL, as a power cut would end it */
  kill(): Promise<void>;
  /** SIGTERM, as an orchestrator sends. @returns its exit code */
  stop(): Promise<number | null>;
  signal(name: NodeJS.Signals): void;
}

export interface ServerCommand {
  /** arguments of node */
  args: string[];
  env: Record<string, string | undefined>;
  cwd: string;
  /** the output that tells that it is ready */
  ready?: RegExp;
}

/**
 * A process of the product: web, worker or both, by PROCESS_ROLE.
 * @param port where it is to listen; 0 for a worker
 * @throws when it ends before it is ready, with its output
 */
export async function startServerProcess(
  { args, env, cwd, ready = /is ready/ }: ServerCommand,
  port: number,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, LOG_LEVEL: 'silent', INBOUND_SMTP_PORT: '0', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      if (ready.test(output)) resolve();
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
    child.once('error', reject);
  });
  // Reads on, so that the process never waits for its output to be read, and forgets what it reads.
  for (const stream of [child.stdout, child.stderr]) stream.removeAllListeners('data').resume();
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
