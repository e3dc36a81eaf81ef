import { DmarcThread } from '../packages/mail-reader/threads/dmarc-thread.ts';
import { tokenConcealer } from './conversations/conceal-tokens.ts';
import { receiveReply } from './conversations/receive-reply.ts';
import { recordRelayBounce } from './conversations/record-relay-bounce.ts';
import { recordGiftBounce } from './gifts/record-gift-bounce.ts';
import type { InboundHandlers } from './inbound/process-message.ts';
import { mailedText } from './letters/mailed-text.ts';
import { recordBounce } from './letters/record-bounce.ts';
import { complaintHandler } from './letters/record-complaint.ts';

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
