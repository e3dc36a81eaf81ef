import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const PATIENCE_MS = 60_000;
const BETWEEN_TRIES_MS = 100;

/** W3C WebDriver's commands by the names that Marionette has for them. */
const OVER_HTTP = {
  NewSession: 'POST /session',
  DeleteSession: 'DELETE /session/{session}',
  Navigate: 'POST /session/{session}/url',
  SetWindowRect: 'POST /session/{session}/window/rect',
  TakeScreenshot: 'GET /session/{session}/screenshot',
  FindElement: 'POST /session/{session}/element',
  ElementClick: 'POST /session/{session}/element/{id}/click',
  ElementSendKeys: 'POST /session/{session}/element/{id}/value',
  ExecuteScript: 'POST /session/{session}/execute/sync',
  PerformActions: 'POST /session/{session}/actions',
  Print: 'POST /session/{session}/print',
};
type Command = keyof typeof OVER_HTTP;
// biome-ignore lint/suspicious/noExplicitAny: each command answers with a shape of its own
type Send = (command: Command, body: Record<string, unknown>) => Promise<any>;

export interface Launch {
  /** program and arguments, serving `port` */
  command: string[];
  port: number;
  /** how commands are taken there: W3C's HTTP, or Firefox's own Marionette, which geckodriver translates to */
  speaks: 'http' | 'marionette';
  env: Record<string, string>;
  /** what the browser keeps; goes with it */
  folder: string;
}

/** A browser under remote control. What it looks for may take a minute to come; then it throws. */
export class WebDriver {
  /** as the browser gives it */
  readonly version: string;
  private readonly send: Send;
  private readonly quit: () => Promise<void>;

  private constructor(version: string, send: Send, quit: () => Promise<void>) {
    this.version = version;
    this.send = send;
    this.quit = quit;
  }

  static async start({ command, port, speaks, env, folder }: Launch): Promise<WebDriver> {
    const [program = '', ...args] = command;
    // A group of its own, so that what the driver started ends with it.
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env: { ...process.env, ...env } });
    const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
    const endGroup = (signal: NodeJS.Signals) => {
      try {
        if (child.pid) process.kill(-child.pid, signal);
      } catch {
        // Nothing of it is left.
      }
    };
    // If this process breaks off.
    const last = () => {
      endGroup('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    };
    process.once('exit', last);
    const quit = async () => {
      endGroup('SIGTERM');
      await Promise.race([ended, pause(PATIENCE_MS, null, { ref: false })]);
      last();
      process.off('exit', last);
    };
    try {
      const send = speaks === 'http' ? overHttp(port) : await overMarionette(port);
      const { capabilities } = await until(`start ${program}`, () =>
        send('NewSession', { capabilities: { alwaysMatch: {} } }),
      );
      return new WebDriver(capabilities.browserVersion, send, quit);
    } catch (error) {
      await quit();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.send('DeleteSession', {})
      .catch(() => undefined)
      .finally(this.quit);
  }

  open(url: string): Promise<void> {
    return this.send('Navigate', { url });
  }

  /** In CSS pixels, until the page is as wide as the window and was drawn like that. */
  async resize(width: number, height: number): Promise<void> {
    await this.send('SetWindowRect', { width, height });
    await until(`be ${width} wide`, async () => {
      const is = await this.run<number>(`return new Promise((drawn) =>
        requestAnimationFrame(() => requestAnimationFrame(() => drawn(innerWidth))))`);
      if (is !== width) throw new Error(`It is ${is} wide.`);
    });
  }

  /** @returns a PNG of what the window shows */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.send('TakeScreenshot', { full: false }), 'base64');
  }

  /** @returns the page as PDF, on the paper that it asks for */
  async print(): Promise<Buffer> {
    return Buffer.from(await this.send('Print', { background: true, shrinkToFit: false }), 'base64');
  }

  /** Runs the body of a function in the page. @returns what it returns, or what that promises */
  run<Result>(script: string, ...args: unknown[]): Promise<Result> {
    return this.send('ExecuteScript', { script, args, sandbox: null });
  }

  /** Waits for an element. */
  see(xpath: string): Promise<{ [ELEMENT]: string }> {
    return until(`see ${xpath}`, () => this.send('FindElement', { using: 'xpath', value: xpath }));
  }

  click(xpath: string): Promise<void> {
    return this.act(xpath, 'ElementClick', {});
  }

  /** Types into a field, or gives files to one: their paths, a line each. */
  type(xpath: string, text: string): Promise<void> {
    return this.act(xpath, 'ElementSendKeys', { text });
  }

  /** Drags an element by the mouse, in CSS pixels. */
  async drag(xpath: string, right: number, down: number): Promise<void> {
    const element = await this.see(xpath);
    const move = (x: number, y: number) => ({ type: 'pointerMove', duration: 100, origin: element, x, y });
    const actions = [
      move(0, 0),
      { type: 'pointerDown', button: 0 },
      { ...move(right, down), origin: 'pointer' },
      { type: 'pointerUp', button: 0 },
    ];
    await this.send('PerformActions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  private act(xpath: string, command: Command, body: object): Promise<void> {
    return until(`${command} ${xpath}`, async () => {
      const element = await this.see(xpath);
      // At once: while a page scrolls by itself, WebKit says that what is below cannot be pressed.
      await this.run(`arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`, element);
      await this.send(command, { id: element[ELEMENT], ...body });
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

function overHttp(port: number): Send {
  let session = '';
  return async (command, body) => {
    const [method = '', address = ''] = OVER_HTTP[command].split(' ');
    const path = address.replace('{session}', session).replace('{id}', String(body.id));
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST'
        ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
        : {}),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    session ||= value.sessionId;
    return value;
  };
}

/** Messages are JSON behind their length: `[0, id, command, body]`, answered by `[1, id, error, result]`. */
async function overMarionette(port: number): Promise<Send> {
  const socket = await until('reach Firefox', () => connected(port));
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let received = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // It begins by saying who it is.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      // Some answers lie in a `value`, as all do over HTTP.
      else waiting.get(id)?.resolve(result && 'value' in result ? result.value : result);
      waiting.delete(id);
    }
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox ended.'));
  });
  let last = 0;
  return async (command, body) => {
    const answer = Promise.withResolvers<unknown>();
    if (socket.destroyed) throw new Error('Firefox ended.');
    last += 1;
    waiting.set(last, answer);
    const message = JSON.stringify([0, last, `WebDriver:${command}`, body]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    return answer.promise;
  };
}

function connected(port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject);
  return promise;
}
