import { z } from 'zod';

export const conversationSummary = z.object({
  id: z.string(),
  senderEmail: z.string(),
  recipientEmail: z.string(),
  messageCount: z.number().int(),
  lastMessageAt: z.string(),
});
export type ConversationSummary = z.infer<typeof conversationSummary>;
export const conversationList = z.array(conversationSummary);

export const reply = z.object({
  id: z.number().int(),
  createdAt: z.string(),
  /** the address the mail came from */
  fromEmail: z.string(),
  /** the address of the letter's sender */
  senderEmail: z.string(),
  subject: z.string(),
  /** the new text only */
  body: z.string(),
  /** everything that was written, quotes and signature included */
  fullText: z.string(),
  emailProvider: z.string(),
  /** true when the letter's own sender wrote it */
  isFromOriginalSender: z.boolean(),
  /** true when it came from an address other than the one written to */
  fromAnotherAddress: z.boolean(),
});
export type Reply = z.infer<typeof reply>;

/** `GET /api/replies?recipient=`: every reply in the sender's conversations with one address, newest first. */
export const timelineReplies = z.array(
  reply.extend({ conversationId: z.string(), letterId: z.number().int() }),
);
export type TimelineReply = z.infer<typeof timelineReplies>[number];
export const repliesQuery = z.object({ recipient: z.string().min(1).max(254) });

/** `GET /api/conversations/{conversationId}/thread` */
export const thread = z.object({
  letter: z.object({
    id: z.number().int(),
    createdAt: z.string(),
    senderEmail: z.string(),
    recipientName: z.string(),
    recipientEmail: z.string(),
    template: z.string(),
    emailMessage: z.string(),
    photoUrls: z.array(z.string()),
  }),
  replies: z.array(reply),
});
export type Thread = z.infer<typeof thread>;

export const conversationIdParams = z.object({ conversationId: z.uuid() });
export const conversationsQuery = z.object({ email: z.string().max(254).optional() });
