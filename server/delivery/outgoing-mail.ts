declare module '../platform/jobs/queue.ts' {
  interface JobData {
    'send-mail': OutgoingMail;
  }
}

/** A plain mail of the product's own (verification, reset, support), as it waits in the queue: JSON only. */
export interface OutgoingMail {
  to: { name?: string; address: string };
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** fixed when it is enqueued, so that a repeated attempt is the same message */
  messageId: string;
}
