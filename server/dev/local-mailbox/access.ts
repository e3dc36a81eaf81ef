import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Config, isLocal } from '../../core/config.ts';
import { notYours } from '../../core/errors.ts';
import { deriveKey, isSameSecret } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

type Needs = Pick<Services, 'config' | 'sessionSecret'>;

/** False when mail leaves, or when others could look in: the mailbox holds reset links. */
export const isOpen = (config: Config): boolean => !config.SMTP_URL && isLocal(config);

export function mailboxUrl({ config, sessionSecret }: Needs): string | null {
  return isOpen(config) ? `${config.publicUrl}/mailbox?token=${tokenOf(sessionSecret)}` : null;
}

function tokenOf(sessionSecret: Buffer): string {
  return deriveKey(sessionSecret, 'local mailbox').toString('base64url');
}

export class MailboxAccess {
  readonly #token: string;
  readonly #publicUrl: URL;

  constructor({ config, sessionSecret }: Needs) {
    this.#token = tokenOf(sessionSecret);
    this.#publicUrl = new URL(config.publicUrl);
  }

  /** Refuses DNS rebinding, and requests through a proxy. @throws 403 */
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

  open(token: string, reply: FastifyReply): boolean {
    if (!isSameSecret(token, this.#token)) return false;
    reply.setCookie(this.#cookieName, this.#token, { path: '/mailbox', httpOnly: true, sameSite: 'strict' });
    return true;
  }

  /** Cookies do not distinguish ports. */
  get #cookieName(): string {
    return `mailbox-${this.#publicUrl.port || '80'}`;
  }
}
