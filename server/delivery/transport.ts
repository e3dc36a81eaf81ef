import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../platform/db/database.ts';
import { mailFrom } from './addresses.ts';
import { openCapturedTransport } from './captured-transport.ts';
import type { ComposedMail } from './composed-mail.ts';
import { openSmtpTransport } from './smtp-transport.ts';

declare module '../platform/services.ts' {
  interface Services {
    mail: MailTransport;
  }
}

/** Sends mail: by SMTP, or into the local mailbox without `SMTP_URL`. */
export interface MailTransport {
  readonly kind: 'smtp' | 'local-mailbox';
  /** one line for the log at start: kind and server */
  readonly description: string;
  /**
   * Resolves when the mail server has accepted the mail.
   * @throws {DeliveryFailure} when it did not; a fault in reading an attachment is thrown as it is
   */
  send(mail: ComposedMail): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the transport of the settings. Connects to nothing yet.
 * @throws {BadSettings} for a MAIL_FROM or DKIM setting that would fail later, when letters wait
 */
export function openMailTransport(config: Config, db: Database, log: Logger): MailTransport {
  mailFrom(config);
  if (!config.SMTP_URL) return openCapturedTransport(config, db);
  if (!config.REPLY_DOMAIN && !config.REPLY_ADDRESS) {
    log.warn('SMTP_URL without REPLY_DOMAIN or REPLY_ADDRESS: answers from other machines cannot come home');
  }
  return openSmtpTransport(config, config.SMTP_URL, log);
}
