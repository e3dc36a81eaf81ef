import type { Socket } from 'node:net';
import { networkOf } from '../../platform/http/network.ts';

/** Milliseconds: the largest message over a slow line, and a few more on the same connection. */
const MAX_DURATION_MS = 30 * 60_000;
/** Connections at once from one IPv4 address or IPv6 /64; a mail server in front of us on this machine may have more. */
const CONNECTIONS_PER_NETWORK = 20;
/** Unknown recipients in one session before it is ended, so that tokens cannot be guessed. */
const UNKNOWN_RECIPIENTS = 10;
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

export interface ConnectionLimits {
  maxDurationMs: number;
  connectionsPerNetwork: number;
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
      connectionsPerNetwork: CONNECTIONS_PER_NETWORK,
      ...limits,
    };
  }

  /** Counts a connection for as long as it is open, and ends it when it lasts too long. */
  watch(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    this.#open.set(network, this.#openFrom(network) + 1);
    const timer = setTimeout(() => socket.destroy(), this.#limits.maxDurationMs);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      const left = this.#openFrom(network) - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    });
  }

  /** True when a network has more connections than it should. */
  hasTooManyConnections(remoteAddress: string): boolean {
    return (
      !LOOPBACK.test(remoteAddress) &&
      this.#openFrom(networkOf(remoteAddress)) > this.#limits.connectionsPerNetwork
    );
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

  #openFrom(network: string): number {
    return this.#open.get(network) ?? 0;
  }
}
