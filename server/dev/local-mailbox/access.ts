import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { notYours } from '../../errors.ts';

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** Who may look into the mailbox: this machine, by the name it is known by, with the token of the start. */
export class MailboxAccess {
  readonly #token: string;
  readonly #publicUrl: URL;

  constructor(config: Pick<Config, 'publicUrl'>, token: string) {
    this.#token = token;
    this.#publicUrl = new URL(config.publicUrl);
  }

  /**
   * A name that somebody pointed at this machine (DNS rebinding) is not one of ours, and a request that came
   * through a proxy is not from this machine.
   * @throws 403
   */
  requireLocal(request: FastifyRequest): void {
    const forwarded = FORWARDED.some((name) => request.headers[name] !== undefined);
    if (forwarded || !this.#hosts(request).includes(request.headers.host?.toLowerCase() ?? '')) {
      throw notYours('The local mailbox opens on the machine it runs on, and nowhere else.');
    }
  }

  /** @throws 403 unless the browser opened the mailbox by its link */
  requireCookie(request: FastifyRequest): void {
    if (!this.hasCookie(request)) {
      throw notYours('Please open the mailbox by the link that was printed when the product started.');
    }
  }

  hasCookie(request: FastifyRequest): boolean {
    return same(request.cookies[this.#cookieName] ?? '', this.#token);
  }

  /** Gives the browser its cookie. @returns false for a token that is not ours */
  open(token: string, reply: FastifyReply): boolean {
    if (!same(token, this.#token)) return false;
    reply.setCookie(this.#cookieName, this.#token, { path: '/mailbox', httpOnly: true, sameSite: 'strict' });
    return true;
  }

  /**
   * A key to one message's parts. The frame that shows a message has no origin, so its requests carry no cookie.
   */
  partKey(messageId: string): string {
    return createHmac('sha256', this.#token).update(`parts of ${messageId}`).digest('base64url');
  }

  /** @throws 403 */
  requirePartKey(messageId: string, key: string): void {
    if (!same(key, this.partKey(messageId))) throw notYours('That part opens from its message only.');
  }

  /** Cookies know no ports, and two products may run on one machine. */
  get #cookieName(): string {
    return `mailbox-${this.#publicUrl.port || '80'}`;
  }

  #hosts(request: FastifyRequest): string[] {
    const ports = [this.#publicUrl.port, String(request.socket.localPort ?? '')].filter(Boolean);
    const named = ports.flatMap((port) => [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]);
    return [this.#publicUrl.host, ...named];
  }
}

function same(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
