import type { Socket } from 'node:net';

/** Milliseconds: the largest message over a slow line, and a few more on the same connection. */
const MAX_DURATION_MS = 30 * 60_000;
/** Connections at once from one address; a mail server in front of us on this machine may have more. */
const CONNECTIONS_PER_ADDRESS = 20;
/** Unknown recipients in one session before it is ended, so that tokens cannot be guessed. */
const UNKNOWN_RECIPIENTS = 10;
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

export interface ConnectionLimits {
  maxDurationMs: number;
  connectionsPerAddress: number;
}

/**
 * Limits for clients that would keep the receiver busy. An idle timeout alone is outlived by a byte now and then, and
 * a limit for all clients together can be used up by one.
 */
export class ConnectionGuard {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<string, number>();
  readonly #unknownRecipients = new Map<string, number>();

  constructor(limits: Partial<ConnectionLimits> = {}) {
    this.#limits = {
      maxDurationMs: MAX_DURATION_MS,
      connectionsPerAddress: CONNECTIONS_PER_ADDRESS,
      ...limits,
    };
  }

  /** Counts a connection for as long as it is open, and ends it when it lasts too long. */
  watch(socket: Socket): void {
    const address = addressOf(socket.remoteAddress);
    this.#open.set(address, this.#openFrom(address) + 1);
    const timer = setTimeout(() => socket.destroy(), this.#limits.maxDurationMs);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      const left = this.#openFrom(address) - 1;
      if (left > 0) this.#open.set(address, left);
      else this.#open.delete(address);
    });
  }

  /** True when an address has more connections than it should. */
  hasTooManyConnections(remoteAddress: string): boolean {
    const address = addressOf(remoteAddress);
    return !LOOPBACK.test(address) && this.#openFrom(address) > this.#limits.connectionsPerAddress;
  }

  countUnknownRecipient(sessionId: string): void {
    this.#unknownRecipients.set(sessionId, (this.#unknownRecipients.get(sessionId) ?? 0) + 1);
  }

  guessesTokens(sessionId: string): boolean {
    return (this.#unknownRecipients.get(sessionId) ?? 0) >= UNKNOWN_RECIPIENTS;
  }

  forget(sessionId: string): void {
    this.#unknownRecipients.delete(sessionId);
  }

  #openFrom(address: string): number {
    return this.#open.get(address) ?? 0;
  }
}

const addressOf = (address: string | undefined) => (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
