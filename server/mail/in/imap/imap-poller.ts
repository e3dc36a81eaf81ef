import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow, type ImapFlowOptions } from 'imapflow';
import { BadSettings } from '../../../core/config.ts';
import type { Services } from '../../../core/services.ts';
import { readMailbox } from './read-mailbox.ts';

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

export interface ImapPoller {
  /** Waits for the message that is being stored. */
  close(): Promise<void>;
}

/** For operators without a mail server. One connection is notified of new mail; another follows when it breaks. */
export function pollMailbox(
  needs: Services,
  account: ImapAccount,
  times: Partial<typeof TIMES> = {},
): ImapPoller {
  const { pauses, checkEvery, tryWaitingEvery } = { ...TIMES, ...times };
  const stopping = new AbortController();
  const { signal } = stopping;
  let failures = 0;
  let waitingRetriedAt = Number.NEGATIVE_INFINITY;

  /** Resolves after the pause, or earlier at one of these signals or when the poller is closed. */
  const wait = async (pause: number, ...signals: AbortSignal[]): Promise<void> => {
    // `sleep` rejects only because of its signal.
    await sleep(pause, undefined, { signal: AbortSignal.any([signal, ...signals]) }).catch(() => undefined);
  };

  const session = async (): Promise<void> => {
    const client = new ImapFlow({
      ...account.connection,
      logger: false,
      autoIdleDelay: SECOND,
      maxIdleTime: IDLE_AT_MOST,
      connectionTimeout: 30 * SECOND,
      disableCompression: true,
      clientInfo: { name: 'Slow Letters' },
    });
    let wakeUp = new AbortController();
    for (const event of ['exists', 'close', 'error'] as const) client.on(event, () => wakeUp.abort());
    try {
      await client.connect();
      await client.mailboxOpen(account.mailbox);
      while (client.usable && !signal.aborted) {
        wakeUp = new AbortController();
        const retryWaiting = performance.now() - waitingRetriedAt >= tryWaitingEvery;
        if (retryWaiting) waitingRetriedAt = performance.now();
        await readMailbox(needs, client, account.name, retryWaiting);
        failures = 0;
        await wait(checkEvery, wakeUp.signal);
        // A server that sends no notification reports new mail in answer to NOOP.
        if (client.usable && !signal.aborted) await client.noop();
      }
    } finally {
      if (client.usable) await client.logout().catch(() => client.close());
      else client.close();
    }
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await session();
      } catch (error) {
        if (signal.aborted) return;
        needs.log.warn({ err: error, mailbox: account.name }, 'mailbox could not be read');
      }
      const pause = pauses[Math.min(failures++, pauses.length - 1)] ?? SECOND;
      await wait(pause * (0.8 + 0.4 * Math.random()));
    }
  };
  const running = run();

  return {
    async close() {
      stopping.abort();
      await running;
    },
  };
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
