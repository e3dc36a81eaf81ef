import { tokenConcealer } from './answers/conceal-tokens.ts';
import { mailedText } from './answers/mailed-text.ts';
import { dmarcThread, receiveReply } from './answers/receive-reply.ts';
import { recordRelayBounce } from './answers/record-relay-bounce.ts';
import { recordBounce } from './letters/bounce/record-bounce.ts';
import { complaintHandler } from './letters/bounce/record-complaint.ts';
import { releaseOrDeleteSealed } from './letters/wait/sealed-letters.ts';
import { claimProvedMailbox } from './money/credits/coupon-mailboxes.ts';
import { claimForProvedAddress } from './money/gifts/claim-gifts.ts';
import { recordGiftBounce } from './money/gifts/record-gift-bounce.ts';
import { eraseAccount } from './pages/account/erase-account.ts';
import type { AllServices } from './pages/account/erasure-list.ts';

const recordComplaint = complaintHandler((raw) => dmarcThread.signers(raw));

/** What the domains below do when mail arrives, when an address is proved, and when an account goes or is handed over. */
export const on = (services: Omit<AllServices, 'on'>): AllServices['on'] => ({
  async bounce(tx, token, message) {
    await recordBounce(tx, services, token, message);
    await recordRelayBounce(tx, services, token, message);
    await recordGiftBounce(tx, services, token, message);
  },
  answer: (stored) => receiveReply(services, stored),
  complaint: (stored, feedback) => recordComplaint(services, stored, feedback),
  mailed: (conversationId) => mailedText(services, conversationId),
  concealer: tokenConcealer,
  async proof(tx, proof) {
    await releaseOrDeleteSealed(tx, services, proof);
    await claimProvedMailbox(tx, services, proof);
    await claimForProvedAddress(tx, services, proof);
  },
  erase: (tx, uid, cause) => eraseAccount(tx, services, uid, cause),
});
