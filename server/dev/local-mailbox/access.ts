import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Config, LOCAL_HOSTS } from '../../core/config.ts';
import { notYours } from '../../core/errors.ts';
import { deriveKey } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';
import { isSameSecret } from '../../core/signatures.ts';

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

type Needs = Pick<Services, 'config' | 'sessionSecret'>;

/** False when mail leaves, or when anybody but this machine could look in: the mailbox holds reset links. */
export function isOpen({ SMTP_URL, HOST, publicUrl }: Config): boolean {
  return !SMTP_URL && LOCAL_HOSTS.includes(HOST) && LOCAL_HOSTS.includes(new URL(publicUrl).hostname);
}

/** The link to print at the start, the same after every start; null when the mailbox is not open. */
export function mailboxUrl({ config, sessionSecret }: Needs): string | null {
  return isOpen(config) ? `${config.publicUrl}/mailbox?token=${tokenOf(sessionSecret)}` : null;
}

/** The secret in the link: 256 bits as 43 characters. */
function tokenOf(sessionSecret: Buffer): string {
  return deriveKey(sessionSecret, 'local mailbox').toString('base64url');
}

/** Admits requests of this machine, by the name it is known by, with the token of the link. */
export class MailboxAccess {
  readonly #token: string;
  readonly #publicUrl: URL;

  constructor({ config, sessionSecret }: Needs) {
    this.#token = tokenOf(sessionSecret);
    this.#publicUrl = new URL(config.publicUrl);
  }

  /**
   * Refuses a host name that somebody pointed at this machine (DNS rebinding), and a request through a proxy, which
   * does not come from this machine.
   * @throws 403
   */
  requireLocal({ headers, socket }: FastifyRequest): void {
    const ports = [this.#publicUrl.port, String(socket.localPort ?? '')].filter(Boolean);
    const local = ports.flatMap((port) => [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]);
    const isLocal = [this.#publicUrl.host, ...local].includes(headers.host?.toLowerCase() ?? '');
    if (!isLocal || FORWARDED.some((name) => headers[name] !== undefined))
      throw notYours({ text: 'The local mailbox opens on the machine it runs on, and nowhere else.' });
  }

  /** @throws 403 unless the browser opened the mailbox by its link */
  requireCookie({ cookies }: FastifyRequest): void {
    if (!isSameSecret(cookies[this.#cookieName], this.#token))
      throw notYours({
        text: 'Please open the mailbox by the link that was printed when the product started.',
      });
  }

  /** Gives the browser its cookie. @returns false for a wrong token */
  open(token: string, reply: FastifyReply): boolean {
    if (!isSameSecret(token, this.#token)) return false;
    reply.setCookie(this.#cookieName, this.#token, { path: '/mailbox', httpOnly: true, sameSite: 'strict' });
    return true;
  }

  /** Cookies do not distinguish ports, and two products may run on one machine. */
  get #cookieName(): string {
    return `mailbox-${this.#publicUrl.port || '80'}`;
  }
}
