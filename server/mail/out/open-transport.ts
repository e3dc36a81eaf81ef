import type { Logger } from 'pino';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import type { Meters } from '../../core/meters.ts';
import { mailFrom } from './addresses.ts';
import { openCapturedTransport } from './captured-transport.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import { openSmtpTransport } from './smtp-transport.ts';
import type { MailTransport } from './transport.ts';

/** @throws {BadSettings} for a MAIL_FROM or DKIM setting that would fail later, when letters wait */
export function openMailTransport(config: Config, db: Database, log: Logger, meters: Meters): MailTransport {
  mailFrom(config);
  if (!config.SMTP_URL) return metered(openCapturedTransport(config, db), meters);
  if (!config.REPLY_DOMAIN && !config.REPLY_ADDRESS) {
    log.warn(
      'SMTP_URL without REPLY_DOMAIN or REPLY_ADDRESS: answers from other machines cannot be received',
    );
  }
  return metered(openSmtpTransport(config, config.SMTP_URL, log), meters);
}

function metered(transport: MailTransport, meters: Meters): MailTransport {
  return {
    ...transport,
    async send(mail, failures) {
      const end = meters.smtp.startTimer();
      try {
        await transport.send(mail, failures);
        end({ outcome: 'taken' });
      } catch (error) {
        const answer = error instanceof DeliveryFailure && (error.permanent ? 'refused' : 'put off');
        end({ outcome: answer || 'broken off' });
        throw error;
      }
    },
  };
}
