import { receiveReply } from './conversations/receive-reply.ts';
import { recordRelayBounce } from './conversations/record-relay-bounce.ts';
import type { InboundHandlers } from './inbound/process-message.ts';
import { recordBounce } from './letters/record-bounce.ts';

/** What letters and conversations do with the mail that arrives. */
export const inboundHandlers: InboundHandlers = {
  bounce: [recordBounce, recordRelayBounce],
  reply: receiveReply,
};
