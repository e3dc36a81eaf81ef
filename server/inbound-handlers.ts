import { DmarcThread } from '../packages/mail-reader/threads/dmarc-thread.ts';
import { tokenConcealer } from './answers/conceal-tokens.ts';
import { receiveReply } from './answers/receive-reply.ts';
import { recordRelayBounce } from './answers/record-relay-bounce.ts';
import { recordBounce } from './letters/bounce/record-bounce.ts';
import { complaintHandler } from './letters/bounce/record-complaint.ts';
import { mailedText } from './letters/deliver/mailed-text.ts';
import type { InboundHandlers } from './mail/in/process-message.ts';
import { recordGiftBounce } from './money/gifts/record-gift-bounce.ts';

/** One for the process; its thread does not keep the process alive. */
const dmarcThread = new DmarcThread();

/** What letters and conversations do with the mail that arrives. */
export const inboundHandlers: InboundHandlers = {
  bounce: [recordBounce, recordRelayBounce, recordGiftBounce],
  reply: receiveReply,
  mailed: mailedText,
  complaint: complaintHandler((raw) => dmarcThread.signers(raw)),
  concealer: tokenConcealer,
};
