import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow, type ImapFlowOptions } from 'imapflow';
import { BadSettings } from '../../../core/config.ts';
import { type Needs, readMailbox } from './read-mailbox.ts';

const SECOND = 1_000;
/** Servers end an IDLE of half an hour (RFC 2177), routers much sooner. */
const IDLE_AT_MOST = 240 * SECOND;
const TIMES = {
  /** before another connection is tried; the last one repeats */
  pauses: [1, 2, 5, 15, 60, 300].map((seconds) => seconds * SECOND),
  /** the mailbox is checked even without a notification, for servers that send none */
  checkEvery: 60 * SECOND,
  /** for messages beyond what an address may have within an hour */
  tryWaitingEvery: 300 * SECOND,
};

/** For operators without a mail server: one connection is notified of new mail, and opened anew when it breaks. */
export class ImapPoller {
  readonly #needs: Needs;
  readonly #account: ImapAccount;
  readonly #times: typeof TIMES;
  readonly #running: Promise<void>;
  readonly #stopping = new AbortController();
  #failures = 0;
  #waitingTriedAt = Number.NEGATIVE_INFINITY;

  constructor(needs: Needs, account: ImapAccount, times: Partial<typeof TIMES> = {}) {
    this.#needs = needs;
    this.#account = account;
    this.#times = { ...TIMES, ...times };
    this.#running = this.#run();
  }

  /** Waits for the message that is being stored. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#session();
      } catch (error) {
        if (signal.aborted) return;
        this.#needs.log.warn({ err: error, mailbox: this.#account.name }, 'mailbox could not be read');
      }
      if (signal.aborted) return;
      const pause = this.#times.pauses[Math.min(this.#failures++, this.#times.pauses.length - 1)] ?? SECOND;
      await this.#wait(pause * (0.8 + 0.4 * Math.random()));
    }
  }

  async #session(): Promise<void> {
    const client = new ImapFlow({
      ...this.#account.connection,
      logger: false,
      autoIdleDelay: SECOND,
      maxIdleTime: IDLE_AT_MOST,
      connectionTimeout: 30 * SECOND,
      disableCompression: true,
      clientInfo: { name: 'Slow Letters' },
    });
    let news = new AbortController();
    for (const event of ['exists', 'close', 'error'] as const) client.on(event, () => news.abort());
    try {
      await client.connect();
      await client.mailboxOpen(this.#account.mailbox);
      while (client.usable && !this.#stopping.signal.aborted) {
        news = new AbortController();
        const withWaiting = performance.now() - this.#waitingTriedAt >= this.#times.tryWaitingEvery;
        if (withWaiting) this.#waitingTriedAt = performance.now();
        await readMailbox(this.#needs, client, this.#account.name, withWaiting);
        this.#failures = 0;
        await this.#wait(this.#times.checkEvery, news.signal);
        // A server that sends no notification reports new mail in answer to NOOP.
        if (client.usable && !this.#stopping.signal.aborted) await client.noop();
      }
    } finally {
      if (client.usable) await client.logout().catch(() => client.close());
      else client.close();
    }
  }

  /** Ends when the pause is over, at that news, or when the poller is closed. */
  async #wait(pause: number, ...news: AbortSignal[]): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, ...news]);
    // A sleep fails by its signal alone.
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

export interface ImapAccount {
  connection: Pick<ImapFlowOptions, 'host' | 'port' | 'secure' | 'auth' | 'doSTARTTLS' | 'tls'>;
  mailbox: string;
  /** user@host/mailbox: its name in the database and in the log */
  name: string;
}

/**
 * The mailbox in `IMAP_URL`: `imaps://user:password@host:993/INBOX`, user and password escaped as in any URL.
 * `imap://` asks for STARTTLS, except from a server on this machine.
 * @throws {BadSettings} without a user or a password
 */
export function imapAccount(setting: string): ImapAccount {
  const url = new URL(setting);
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  if (!user || !pass) throw new BadSettings('IMAP_URL: wants imaps://user:password@host');
  const secure = url.protocol === 'imaps:';
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const mailbox = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
  return {
    connection: {
      host: url.hostname.replace(/^\[|]$/g, ''),
      port: url.port ? Number(url.port) : secure ? 993 : 143,
      secure,
      auth: { user, pass },
      ...(secure || local ? {} : { doSTARTTLS: true }),
      ...(local ? { tls: { rejectUnauthorized: false } } : {}),
    },
    mailbox,
    name: `${user}@${url.host}/${mailbox}`,
  };
}
