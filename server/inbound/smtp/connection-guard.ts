import type { Socket } from 'node:net';

/** Milliseconds that a connection may last: the largest message over a slow line, and a few more on the same one. */
const LASTS_AT_MOST = 30 * 60_000;
/** Connections at once from one address; a mail server in front of us on this machine may have more. */
const PER_ADDRESS = 20;
/** Unknown mailboxes named in one session before it is over: tokens are not there to be guessed. */
const GUESSES = 10;
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

export interface GuardLimits {
  lastsAtMost: number;
  perAddress: number;
}

/**
 * What the receiver holds against clients that would keep it busy: an idle limit alone is outlived by a byte now and
 * then, and a limit for all clients together can be used up by one.
 */
export class ConnectionGuard {
  readonly #limits: GuardLimits;
  readonly #open = new Map<string, number>();
  readonly #guesses = new Map<string, number>();

  constructor(limits: Partial<GuardLimits> = {}) {
    this.#limits = { lastsAtMost: LASTS_AT_MOST, perAddress: PER_ADDRESS, ...limits };
  }

  /** Counts a connection for as long as it is open, and ends it when it lasts too long. */
  watch(socket: Socket): void {
    const address = addressOf(socket.remoteAddress);
    this.#open.set(address, this.#openFrom(address) + 1);
    const timer = setTimeout(() => socket.destroy(), this.#limits.lastsAtMost);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      const left = this.#openFrom(address) - 1;
      if (left > 0) this.#open.set(address, left);
      else this.#open.delete(address);
    });
  }

  /** True when an address has more connections than it should. */
  isCrowded(remoteAddress: string): boolean {
    const address = addressOf(remoteAddress);
    return !LOOPBACK.test(address) && this.#openFrom(address) > this.#limits.perAddress;
  }

  guessed(sessionId: string): void {
    this.#guesses.set(sessionId, (this.#guesses.get(sessionId) ?? 0) + 1);
  }

  isGuessing(sessionId: string): boolean {
    return (this.#guesses.get(sessionId) ?? 0) >= GUESSES;
  }

  forget(sessionId: string): void {
    this.#guesses.delete(sessionId);
  }

  #openFrom(address: string): number {
    return this.#open.get(address) ?? 0;
  }
}

const addressOf = (address: string | undefined) => (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
