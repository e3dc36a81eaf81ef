import type { Socket } from 'node:net';
import type { SMTPServerDataStream } from 'smtp-server';
import { networkOf, wideNetworkOf } from '../../../core/http/network.ts';

const LIMITS = {
  /** the largest message over a slow line, and a few more on the same connection */
  maxDurationMs: 30 * 60_000,
  connections: 200,
  /** from one IPv4 address or IPv6 /64; a mail server in front of us on this machine may have more */
  connectionsPerNetwork: 20,
};
/** Unknown recipients in one session before it is ended, so that tokens cannot be guessed. */
const UNKNOWN_RECIPIENTS = 10;
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

interface Peer {
  remoteAddress?: string | undefined;
  remotePort?: number | undefined;
}

interface Connection {
  network: string;
  /** IPv4 /24 or IPv6 /48, which may lose connections to others; null on this machine */
  wideNetwork: string | null;
  peer: string;
}

const peerOf = ({ remoteAddress = '', remotePort }: Peer) => `${networkOf(remoteAddress)} ${remotePort}`;

/** At the limit the network with the most connections loses one to a network with fewer: a few can't use up all. */
export class ConnectionGuard {
  readonly #limits: typeof LIMITS;
  /** the oldest first */
  readonly #open = new Map<Socket, Connection>();
  readonly #refused = new Set<string>();
  readonly #receiving = new Set<string>();
  /** by session */
  readonly #unknownRecipients = new WeakMap<Peer, number>();

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Counts a connection until it is closed. One that lasts too long is ended. */
  watch(socket: Socket): void {
    const { remoteAddress = '' } = socket;
    const network = networkOf(remoteAddress);
    const wideNetwork = LOOPBACK.test(remoteAddress) ? null : (wideNetworkOf(remoteAddress) ?? network);
    const peer = peerOf(socket);
    this.#open.set(socket, { network, wideNetwork, peer });
    const timer = setTimeout(() => socket.destroy(), this.#limits.maxDurationMs);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      this.#open.delete(socket);
      this.#refused.delete(peer);
    });
    if (this.#open.size > this.#limits.connections) this.#makeRoom(socket, wideNetwork);
  }

  hasTooManyConnections(client: Peer): boolean {
    if (this.#refused.has(peerOf(client))) return true;
    const { remoteAddress = '' } = client;
    if (LOOPBACK.test(remoteAddress)) return false;
    const network = networkOf(remoteAddress);
    const count = [...this.#open.values()].filter((one) => one.network === network).length;
    return count > this.#limits.connectionsPerNetwork;
  }

  /** @returns to be called at the message's end */
  receive(session: Peer): () => void {
    const peer = peerOf(session);
    this.#receiving.add(peer);
    return () => void this.#receiving.delete(peer);
  }

  countUnknownRecipient(session: Peer): void {
    this.#unknownRecipients.set(session, (this.#unknownRecipients.get(session) ?? 0) + 1);
  }

  guessesTokens(session: Peer): boolean {
    return (this.#unknownRecipients.get(session) ?? 0) >= UNKNOWN_RECIPIENTS;
  }

  /** Ends a connection of the network with the most, or refuses the newest when its own network has as many. */
  #makeRoom(newest: Socket, wideNetwork: string | null): void {
    const counts = new Map<string, number>();
    for (const { wideNetwork } of this.#open.values())
      if (wideNetwork !== null) counts.set(wideNetwork, (counts.get(wideNetwork) ?? 0) + 1);
    const [[largest, most] = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1]);
    const countOfNewest = wideNetwork === null ? 0 : (counts.get(wideNetwork) ?? 0);
    if (most <= countOfNewest) return void this.#refused.add(peerOf(newest));
    const theirs = [...this.#open].filter(([, one]) => one.wideNetwork === largest);
    // The oldest that is sending no message, or else the oldest.
    const [victim] = theirs.find(([, { peer }]) => !this.#receiving.has(peer)) ?? theirs[0] ?? [newest];
    this.#open.delete(victim);
    victim.destroy();
  }
}

/**
 * A message that brings fewer bytes within a window is ended. The window is as long as a client may wait until one
 * block is sent (RFC 5321, 4.5.3.2.5), so that slow mail servers are not cut off.
 */
const WINDOW_MS = 180_000;
const WINDOW_BYTES = 30_000;
const CHECK_EVERY_MS = 10_000;

export class SlowData extends Error {
  override name = 'SlowData';
}

/** The message's stream fails when its bytes come too slowly. @returns to be called at its end */
export function endSlowData(stream: SMTPServerDataStream): () => void {
  let since = performance.now();
  let bytes = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    // With unread bytes in the stream the delay is ours, not the client's.
    if (stream.readableLength > 0) since = now;
    if (now - since < WINDOW_MS) return;
    if (stream.byteLength - bytes >= WINDOW_BYTES) {
      since = now;
      bytes = stream.byteLength;
    } else stream.destroy(new SlowData('The message arrives too slowly.'));
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
