import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const PATIENCE_MS = 20_000;
const BETWEEN_TRIES_MS = 100;

/** A browser behind a W3C WebDriver. What it looks for may take a minute to come; then it throws. */
export class WebDriver {
  private readonly session: string;
  private readonly quit: () => Promise<void>;

  private constructor(session: string, quit: () => Promise<void>) {
    this.session = session;
    this.quit = quit;
  }

  /** @param command of the driver, which serves `port` */
  static async start(command: string[], port: number, browser: object): Promise<WebDriver> {
    const [program = '', ...args] = command;
    // A group of its own, so that what the driver started ends with it.
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const quit = async () => {
      if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    };
    const root = `http://127.0.0.1:${port}/session`;
    try {
      const capabilities = { alwaysMatch: browser };
      const { sessionId } = await until(`start ${program}`, () => call(root, 'POST', { capabilities }));
      return new WebDriver(`${root}/${sessionId}`, quit);
    } catch (error) {
      await quit();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await call(this.session, 'DELETE').finally(this.quit);
  }

  open(url: string): Promise<void> {
    return call(`${this.session}/url`, 'POST', { url });
  }

  resize(width: number, height: number): Promise<void> {
    return call(`${this.session}/window/rect`, 'POST', { width, height });
  }

  /** @returns a PNG of what the window shows */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(await call(`${this.session}/screenshot`, 'GET'), 'base64');
  }

  /** Waits for an element. */
  see(xpath: string): Promise<string> {
    return until(`see ${xpath}`, async () => {
      const found = await call(`${this.session}/element`, 'POST', { using: 'xpath', value: xpath });
      return found[ELEMENT];
    });
  }

  click(xpath: string): Promise<void> {
    return this.act(xpath, 'click', {});
  }

  /** Types into a field, or gives files to one: their paths, a line each. */
  type(xpath: string, text: string): Promise<void> {
    return this.act(xpath, 'value', { text });
  }

  private act(xpath: string, action: string, body: object): Promise<void> {
    return until(`${action} ${xpath}`, async () => {
      const element = await this.see(xpath);
      // At once: while a page scrolls by itself, WebKit says that what is below cannot be pressed.
      const script = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`;
      await call(`${this.session}/execute/sync`, 'POST', { script, args: [{ [ELEMENT]: element }] });
      await call(`${this.session}/element/${element}/${action}`, 'POST', body);
    });
  }
}

/** Tries again until it works. @throws when it did not within a minute */
export async function until<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw new Error(`It could not ${what}`, { cause: error });
      await pause(BETWEEN_TRIES_MS);
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each command answers with a shape of its own
async function call(url: string, method: string, body?: object): Promise<any> {
  const response = await fetch(url, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  const { value } = (await response.json()) as { value: { message?: string } };
  if (!response.ok) throw new Error(`${(value as { error?: string }).error}: ${value.message}`);
  return value;
}
