import type { Logger } from 'pino';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import { mailFrom } from './addresses.ts';
import { openCapturedTransport } from './captured-transport.ts';
import { openSmtpTransport } from './smtp-transport.ts';
import type { MailTransport } from './transport.ts';

/**
 * Connects to nothing yet.
 * @throws {BadSettings} for a MAIL_FROM or DKIM setting that would fail later, when letters wait
 */
export function openMailTransport(config: Config, db: Database, log: Logger): MailTransport {
  mailFrom(config);
  if (!config.SMTP_URL) return openCapturedTransport(config, db);
  if (!config.REPLY_DOMAIN && !config.REPLY_ADDRESS) {
    log.warn(
      'SMTP_URL without REPLY_DOMAIN or REPLY_ADDRESS: answers from other machines cannot be received',
    );
  }
  return openSmtpTransport(config, config.SMTP_URL, log);
}
