import type { ImapFlowOptions } from 'imapflow';
import { BadSettings } from '../../config.ts';

export interface ImapAccount {
  connection: Pick<ImapFlowOptions, 'host' | 'port' | 'secure' | 'auth' | 'doSTARTTLS' | 'tls'>;
  mailbox: string;
  /** user@host/mailbox: how it is called in the database and in the log */
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
