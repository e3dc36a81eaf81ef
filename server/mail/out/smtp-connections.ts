import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailMessage, NodemailerError, SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { FairLimiter } from '../../../packages/threads/fair-limiter.ts';

const SECOND = 1_000;
/** Milliseconds that each step of a delivery may take. */
export const TIMES = {
  /** until the greeting and each other reply; longer where the server was slow */
  reply: 10 * SECOND,
  /** for one piece of a message, and for all of them */
  piece: 60 * SECOND,
  message: 420 * SECOND,
  /** until the reply to the final dot (RFC 5321, 4.5.3.2.6): a mail sent again sooner may arrive twice */
  taken: 600 * SECOND,
  /** after which a mail that waits for that reply no longer counts as one that is being sent */
  apart: 10 * SECOND,
  /** servers close connections without a mail after minutes */
  idle: 60 * SECOND,
};
/** Mails that may wait for the reply to their final dot without counting. */
const APART = 7;
const MAILS_A_CONNECTION = 100;
const REPLY_MAX = 300 * SECOND;

/** A timeout up to `envelope` is a fault of the server, a later one of this mail. */
type Step = 'connect' | 'login' | 'envelope' | 'message' | 'taken';
/** Error code for an address that needs SMTPUTF8 at a server without it. */
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
  readonly #sending: FairLimiter;
  readonly #idle = new Set<Connection>();
  #apart = 0;
  #closed = false;
  /** milliseconds: the slowest reply of the last mail */
  #slowestLately = 0;

  /** @param atOnce mails that a process sends at the same time */
  constructor(options: ServerOptions, times: typeof TIMES, atOnce: number) {
    this.#options = options;
    this.#times = times;
    this.#sending = new FairLimiter(atOnce);
  }

  /**
   * Resolves when the server has accepted the message.
   * @param failures of the server in a row: after three it gets more time, as it may be slow
   * @throws {StepError}
   */
  async send(message: Message, failures: number): Promise<void> {
    // In an object: the limiter would wait for a promise.
    const { delivery } = await this.#sending.take(1, async () => {
      const finalDot = Promise.withResolvers<void>();
      const delivery = this.#deliver(message, failures, finalDot.resolve);
      const settled = delivery.catch(() => undefined).then(() => true);
      const isApart = finalDot.promise.then(() => sleep(this.#times.apart, false, { ref: false }));
      if ((await Promise.race([settled, isApart])) || this.#apart >= APART) await settled;
      else {
        this.#apart++;
        settled.then(() => this.#apart--);
      }
      return { delivery };
    });
    await delivery;
  }

  /** Mails that are being sent go on. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#idle) connection.smtp.quit();
    this.#idle.clear();
  }

  async #deliver(message: Message, failures: number, onFinalDot: () => void): Promise<void> {
    const grown = this.#times.reply * 2 ** Math.max(0, failures - 3);
    const reply = Math.min(Math.max(grown, 10 * this.#slowestLately), REPLY_MAX);
    for (;;) {
      const [idle] = this.#idle;
      if (idle) this.#idle.delete(idle);
      const connection = idle ?? new Connection(this.#options, reply);
      try {
        await connection.send(message, { ...this.#times, reply }, onFinalDot);
      } catch (error) {
        const { step, code, responseCode } = error as StepError;
        if (responseCode) await this.#keep(connection, true);
        else connection.smtp.close();
        // The server closed it while it was idle.
        if (idle && step === 'envelope' && !responseCode && code !== 'ETIMEDOUT') continue;
        throw error;
      }
      this.#slowestLately = connection.slowest;
      await this.#keep(connection, false);
      return;
    }
  }

  /** For the next mail. @param refused true: the server refused the last one, and the session is reset */
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
    // Without a listener an error would end the process; the current step has its own.
    this.smtp.on('error', () => undefined);
    this.smtp.once('end', () => {
      this.isClosed = true;
      this.onClose();
    });
  }

  async send(message: Message, times: typeof TIMES, onFinalDot: () => void): Promise<void> {
    this.onUse();
    this.slowest = 0;
    if (!this.#isOpen) {
      // Three replies: greeting, EHLO, and that with TLS.
      await this.#step('connect', 3 * times.reply, (done) => this.smtp.connect(done));
      const extensions = this.smtp.lastServerResponse || '';
      // Of a server that offers STARTTLS and refuses it, this is the refusal and not its extensions.
      this.#takesUtf8 = !extensions.startsWith('250') || /^250[ -]SMTPUTF8\b/im.test(extensions);
      const { auth, forceAuth } = this.#options;
      if (auth && (this.smtp.allowsAuth || forceAuth))
        await this.#step('login', 2 * times.reply, (done) => this.smtp.login(auth, done));
      this.#isOpen = true;
    }
    const envelope = message.getEnvelope();
    // RFC 6531. Domains are in ASCII form here. Servers refuse such an address in different ways.
    if (!this.#takesUtf8 && /[^\x20-\x7e]/.test(envelope.to.join()))
      throw Object.assign(new Error('no SMTPUTF8'), { code: NO_SMTPUTF8 });
    await this.#step('envelope', 2 * times.reply, (done, enter) => {
      async function* pieces() {
        const until = performance.now() + times.message;
        const next = () => enter('message', Math.min(times.piece, until - performance.now()));
        next();
        for await (const piece of message.createReadStream()) {
          next();
          yield piece;
        }
        enter('taken', times.taken);
        onFinalDot();
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

  /** @param begin calls `enter` for each further step, with the milliseconds that it may take @throws {StepError} */
  #step(
    first: Step,
    milliseconds: number,
    begin: (done: Done, enter: (step: Step, milliseconds: number) => void) => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      let step = first;
      let begun = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const leave = () => {
        clearTimeout(timer);
        if (step !== 'message' && step !== 'taken')
          this.slowest = Math.max(this.slowest, performance.now() - begun);
      };
      const enter = (next: Step, time: number) => {
        leave();
        step = next;
        begun = performance.now();
        timer = setTimeout(() => {
          done(Object.assign(new Error(`No reply at ${step} in ${time} ms`), { code: 'ETIMEDOUT' }));
          this.smtp.close();
        }, time);
      };
      const done: Done = (error) => {
        leave();
        this.smtp.off('error', done).off('end', onEnd);
        if (error) reject(Object.assign(error, { step }));
        else resolve();
      };
      // Later than a reply that was read with it and says why.
      const onEnd = () =>
        setImmediate(done, Object.assign(new Error('The connection was closed'), { code: 'ECONNECTION' }));
      this.smtp.once('error', done).once('end', onEnd);
      enter(first, milliseconds);
      begin(done, enter);
    });
  }
}
