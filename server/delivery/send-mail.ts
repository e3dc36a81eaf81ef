import type { Services } from '../platform/services.ts';
import { mailFrom } from './addresses.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { DeliveryFailure } from './transport.ts';

/**
 * Sends a mail of the product's own. A temporary failure rejects, so that the queue tries again; one for good is
 * logged and ends there, since nobody waits for it as for a letter.
 */
export async function sendMail(
  { config, mail: transport, log }: Pick<Services, 'config' | 'mail' | 'log'>,
  mail: OutgoingMail,
): Promise<void> {
  const from = mailFrom(config);
  try {
    await transport.send({
      from,
      to: mail.to,
      ...(mail.replyTo ? { replyTo: { address: mail.replyTo } } : {}),
      subject: mail.subject,
      text: mail.text,
      ...(mail.html === undefined ? {} : { html: mail.html }),
      messageId: mail.messageId,
      envelopeSender: from.address,
      // RFC 3834, 5: nobody's vacation answer is wanted for these.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } catch (error) {
    if (!(error instanceof DeliveryFailure) || !error.permanent) throw error;
    log.error({ err: error, messageId: mail.messageId }, 'a mail of our own was refused for good');
  }
}
