import { isWithin } from '../../../packages/mail-reader/classify/check-dmarc.ts';
import { findNamed } from '../../mail/in/destination.ts';
import type { ComplaintHandler } from '../../mail/in/process-message.ts';
import { reportConversation, reportGift } from '../report/report-letter.ts';

/** Anybody can write a complaint (RFC 5965): it counts when a domain of `FEEDBACK_SOURCES` signed it. */
export const complaintHandler =
  (signersOf: (raw: Buffer) => Promise<string[]>): ComplaintHandler =>
  async (services, { row, message, raw }, feedback) => {
    const { config, log } = services;
    const signers = config.FEEDBACK_SOURCES ? await signersOf(raw) : [];
    const source = config.FEEDBACK_SOURCES?.find((listed) =>
      signers.some((signer) => isWithin(signer, listed)),
    );
    if (source === undefined) {
      log.warn(
        { inboundMessageId: row.id, from: message.from },
        'complaint not counted: no listed source signed it',
      );
      return async () => 'complaint not counted';
    }
    return async (tx) => {
      const named = await findNamed(tx, config, feedback.addresses);
      if (!named) return 'complaint not counted';
      const reason = feedback.type === 'fraud' ? 'fraud' : 'unwanted';
      const report = { origin: 'feedback', reason, source } as const;
      if (named.giftId === null) await reportConversation(tx, services, named, report);
      else await reportGift(tx, services, named.giftId, report);
      return 'complaint';
    };
  };
