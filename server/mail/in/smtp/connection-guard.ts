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
  /** the network whose connections make room for others: IPv4 /24 or IPv6 /48; null on this machine */
  wide: string | null;
  peer: string;
}

const peerOf = ({ remoteAddress = '', remotePort }: Peer) => `${networkOf(remoteAddress)} ${remotePort}`;

/** When all places are taken, the network with the most gives one to a network with fewer: a few can't use up all. */
export class ConnectionGuard {
  readonly #limits: typeof LIMITS;
  /** the oldest first */
  readonly #open = new Map<Socket, Connection>();
  readonly #withoutPlace = new Set<string>();
  readonly #receiving = new Set<string>();
  /** by session */
  readonly #unknownRecipients = new WeakMap<Peer, number>();

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** A connection that lasts too long is ended. */
  watch(socket: Socket): void {
    const { remoteAddress = '' } = socket;
    const network = networkOf(remoteAddress);
    const wide = LOOPBACK.test(remoteAddress) ? null : (wideNetworkOf(remoteAddress) ?? network);
    const peer = peerOf(socket);
    this.#open.set(socket, { network, wide, peer });
    const timer = setTimeout(() => socket.destroy(), this.#limits.maxDurationMs);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      this.#open.delete(socket);
      this.#withoutPlace.delete(peer);
    });
    if (this.#open.size > this.#limits.connections) this.#makeRoom(socket, wide);
  }

  hasTooManyConnections(client: Peer): boolean {
    if (this.#withoutPlace.has(peerOf(client))) return true;
    const { remoteAddress = '' } = client;
    if (LOOPBACK.test(remoteAddress)) return false;
    const network = networkOf(remoteAddress);
    const count = [...this.#open.values()].filter((one) => one.network === network).length;
    return count > this.#limits.connectionsPerNetwork;
  }

  /** @returns what notes the message's end */
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

  /** Unless the newest client's own network has as many as the largest, that one loses a connection. */
  #makeRoom(newest: Socket, wide: string | null): void {
    const counts = new Map<string, number>();
    for (const one of this.#open.values())
      if (one.wide !== null) counts.set(one.wide, (counts.get(one.wide) ?? 0) + 1);
    const [[largest, most] = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1]);
    const own = wide === null ? 0 : (counts.get(wide) ?? 0);
    if (most <= own) return void this.#withoutPlace.add(peerOf(newest));
    const theirs = [...this.#open].filter(([, one]) => one.wide === largest);
    // The oldest, but rather one that sends no message.
    const [victim] = theirs.find(([, { peer }]) => !this.#receiving.has(peer)) ?? theirs[0] ?? [newest];
    this.#open.delete(victim);
    victim.destroy();
  }
}

/**
 * A message must bring so many bytes in each window of so many milliseconds. The window is as long as a client may wait
 * for one block (RFC 5321, 4.5.3.2.5), so that slow mail servers are not ended.
 */
const WINDOW_MS = 180_000;
const WINDOW_BYTES = 30_000;
const LOOK_EVERY_MS = 10_000;

export class SlowData extends Error {
  override name = 'SlowData';
}

/** The message's stream fails when its bytes come too slowly. @returns what stops looking */
export function endSlowData(stream: SMTPServerDataStream): () => void {
  let since = performance.now();
  let bytes = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    // What has arrived and is not read yet waits for us, not for the client.
    if (stream.readableLength > 0) since = now;
    if (now - since < WINDOW_MS) return;
    if (stream.byteLength - bytes >= WINDOW_BYTES) {
      since = now;
      bytes = stream.byteLength;
    } else stream.destroy(new SlowData('The message arrives too slowly.'));
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
