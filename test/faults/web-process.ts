import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { projectFolder } from '../../server/platform/project-folder.ts';

/** One web process of a fleet, on a port of its own that it comes back to. */
export class WebProcess {
  readonly port: number;
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;

  constructor(port: number, env: Record<string, string>) {
    this.port = port;
    this.#env = env;
  }

  /** @throws when it ends before it is ready */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      cwd: projectFolder,
      env: { ...process.env, LOG_LEVEL: 'error', ...this.#env, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('is ready')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`The web process ended with ${code}.`)));
    });
  }

  /** SIGTERM, as an orchestrator sends. @returns its exit code */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await gone;
    return code;
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }
}

/** A proxy's side of one process: connections are kept, and it is asked for its health now and then. */
export class Upstream {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #port: number;
  #asking: NodeJS.Timeout;
  healthy = false;

  constructor(port: number, every: number) {
    this.#port = port;
    this.#asking = setInterval(() => void this.#ask(), every);
  }

  get(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = request({ port: this.#port, path, agent: this.#agent }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0)).once('error', reject);
      });
      asked.once('error', reject).end();
    });
  }

  async #ask(): Promise<void> {
    try {
      const signal = AbortSignal.timeout(1_000);
      this.healthy = (await fetch(`http://127.0.0.1:${this.#port}/ping`, { signal })).ok;
    } catch {
      // Whatever it was, nobody is to be sent there.
      this.healthy = false;
    }
  }

  close(): void {
    clearInterval(this.#asking);
    this.#agent.destroy();
  }
}
