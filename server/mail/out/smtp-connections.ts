import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailMessage, NodemailerError, SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { FairLimiter } from '../../../packages/threads/fair-limiter.ts';

const SECOND = 1_000;
/** Milliseconds that each step of a delivery may take. */
export const TIMES = {
  /** until the greeting, and for each other reply; ten times what a slow server took last */
  reply: 10 * SECOND,
  /** between two pieces of a message, and for all of them */
  piece: 60 * SECOND,
  message: 420 * SECOND,
  /** for the reply to a whole message (RFC 5321, 4.5.3.2.6): to send it again sooner may be to send it twice */
  taken: 600 * SECOND,
  /** after which a mail that waits for that reply no longer keeps others from the server */
  apart: 10 * SECOND,
  /** servers close connections without a mail after minutes */
  idle: 60 * SECOND,
};
/** Mails that may wait apart. */
const APART = 7;
const MAILS_A_CONNECTION = 100;
const MOST_PATIENCE = 300 * SECOND;

/** Up to `envelope` silence is about the server, from then on about this mail. */
type Step = 'connect' | 'login' | 'envelope' | 'message' | 'taken';
/** Code of the error for an address that the server cannot be given. */
export const NO_SMTPUTF8 = 'ESMTPUTF8';
export type StepError = NodemailerError & { step?: Step };

type Message = MailMessage['message'];
type ServerOptions = SMTPConnectionOptions & {
  auth?: SMTPConnectionAuth | undefined;
  forceAuth?: boolean | undefined;
};
type Done = (error?: Error | null) => void;

export class SmtpConnections {
  readonly #options: ServerOptions;
  readonly #times: typeof TIMES;
  readonly #talking: FairLimiter;
  readonly #idle = new Set<Connection>();
  #apart = 0;
  #closed = false;
  /** milliseconds that the slowest reply took for the last mail */
  #lately = 0;

  /** @param atOnce mails that a process hands over at once */
  constructor(options: ServerOptions, times: typeof TIMES, atOnce: number) {
    this.#options = options;
    this.#times = times;
    this.#talking = new FairLimiter(atOnce);
  }

  /**
   * Resolves when the server has taken the message.
   * @param failures of the server until now: after a few it gets more time, for it may be slow
   * @throws {StepError}
   */
  async send(message: Message, failures: number): Promise<void> {
    const { whole } = await this.#talking.take(1, async () => {
      let waits = () => {};
      const atEnd = new Promise<void>((resolve) => {
        waits = resolve;
      });
      const whole = this.#deliver(message, failures, waits);
      const isOver = whole.then(
        () => true,
        () => true,
      );
      const isApart = atEnd.then(() => sleep(this.#times.apart, false, { ref: false }));
      if ((await Promise.race([isOver, isApart])) || this.#apart >= APART) await isOver;
      else {
        this.#apart++;
        isOver.then(() => this.#apart--);
      }
      return { whole };
    });
    await whole;
  }

  /** What is under way goes on. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#idle) connection.smtp.quit();
    this.#idle.clear();
  }

  async #deliver(message: Message, failures: number, atEnd: () => void): Promise<void> {
    const grown = this.#times.reply * 2 ** Math.max(0, failures - 3);
    const reply = Math.min(Math.max(grown, this.#lately * 10), MOST_PATIENCE);
    for (;;) {
      const [kept] = this.#idle;
      if (kept) this.#idle.delete(kept);
      const connection = kept ?? new Connection(this.#options, reply);
      try {
        await connection.send(message, { ...this.#times, reply }, atEnd);
      } catch (error) {
        const { step, code, responseCode } = error as StepError;
        if (responseCode) await this.#keep(connection, true);
        else connection.smtp.close();
        // The server had closed it while it was idle.
        if (kept && step === 'envelope' && !responseCode && code !== 'ETIMEDOUT') continue;
        throw error;
      }
      this.#lately = connection.slowest;
      await this.#keep(connection, false);
      return;
    }
  }

  /** @param refused begins the session anew */
  async #keep(connection: Connection, refused: boolean): Promise<void> {
    if (connection.isClosed || (refused && !(await connection.reset(this.#times.reply)))) return;
    if (this.#closed || connection.sent >= MAILS_A_CONNECTION) {
      connection.smtp.quit();
      return;
    }
    const idle = setTimeout(() => {
      if (this.#idle.delete(connection)) connection.smtp.quit();
    }, this.#times.idle).unref();
    connection.onUse = () => clearTimeout(idle);
    connection.onClose = () => this.#idle.delete(connection);
    this.#idle.add(connection);
  }
}

class Connection {
  readonly smtp: SMTPConnection;
  readonly #options: ServerOptions;
  #isOpen = false;
  #takesUtf8 = false;
  isClosed = false;
  sent = 0;
  slowest = 0;
  onUse = () => {};
  onClose: () => unknown = () => {};

  constructor(options: ServerOptions, reply: number) {
    this.#options = options;
    this.smtp = new SMTPConnection({
      ...options,
      connectionTimeout: reply,
      greetingTimeout: reply,
      socketTimeout: 2 * TIMES.taken,
    });
    // Heard by the step under way, if there is one.
    this.smtp.on('error', () => undefined);
    this.smtp.once('end', () => {
      this.isClosed = true;
      this.onClose();
    });
  }

  async send(message: Message, times: typeof TIMES, atEnd: () => void): Promise<void> {
    this.onUse();
    this.slowest = 0;
    if (!this.#isOpen) {
      // Three replies: greeting, EHLO, and that with TLS.
      await this.#step('connect', 3 * times.reply, (done) => this.smtp.connect(done));
      const extensions = this.smtp.lastServerResponse || '';
      // In place of the extensions it is the refusal of a server that offers STARTTLS and does not take it.
      this.#takesUtf8 = !extensions.startsWith('250') || /^250[ -]SMTPUTF8\b/im.test(extensions);
      const { auth, forceAuth } = this.#options;
      if (auth && (this.smtp.allowsAuth || forceAuth))
        await this.#step('login', 2 * times.reply, (done) => this.smtp.login(auth, done));
      this.#isOpen = true;
    }
    const envelope = message.getEnvelope();
    // RFC 6531. A domain that is not ASCII is in its ASCII form here; servers differ in how they refuse such an address.
    if (!this.#takesUtf8 && /[^\x20-\x7e]/.test(envelope.to.join()))
      throw Object.assign(new Error('no SMTPUTF8'), { code: NO_SMTPUTF8 });
    await this.#step('envelope', 2 * times.reply, (done, moved) => {
      async function* pieces() {
        const until = performance.now() + times.message;
        const next = () => moved('message', Math.min(times.piece, until - performance.now()));
        next();
        for await (const piece of message.createReadStream()) {
          next();
          yield piece;
        }
        moved('taken', times.taken);
        atEnd();
      }
      this.smtp.send(envelope, Readable.from(pieces(), { objectMode: false }), done);
    });
    this.sent++;
  }

  /** @returns whether it can be used for another mail */
  async reset(reply: number): Promise<boolean> {
    const done = await this.#step('envelope', reply, (done) => this.smtp.reset(done)).then(
      () => true,
      () => false,
    );
    if (!done) this.smtp.close();
    return done;
  }

  /** @throws {StepError} */
  #step(
    first: Step,
    milliseconds: number,
    begin: (done: Done, moved: (step: Step, milliseconds: number) => void) => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      let step = first;
      let begun = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const isReply = () => step !== 'message' && step !== 'taken';
      const within = (time: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          done(Object.assign(new Error(`No reply at ${step} in ${time} ms`), { code: 'ETIMEDOUT' }));
          this.smtp.close();
        }, time);
      };
      const moved = (next: Step, time: number) => {
        if (isReply()) this.slowest = Math.max(this.slowest, performance.now() - begun);
        step = next;
        begun = performance.now();
        within(time);
      };
      const done: Done = (error) => {
        clearTimeout(timer);
        this.smtp.off('error', done).off('end', gone);
        if (isReply()) this.slowest = Math.max(this.slowest, performance.now() - begun);
        if (error) reject(Object.assign(error, { step }));
        else resolve();
      };
      // After a reply that says why.
      const gone = () =>
        setImmediate(done, Object.assign(new Error('The connection was closed'), { code: 'ECONNECTION' }));
      this.smtp.once('error', done).once('end', gone);
      within(milliseconds);
      begin(done, moved);
    });
  }
}
