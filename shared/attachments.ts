import { z } from 'zod';

/** A file attached to a reply by mail that was not stored as a photo. */
export const replyAttachment = z.object({
  /** file name in the mail, or its media type */
  name: z.string(),
  /** bytes */
  size: z.number().int(),
  /** of the stored file; absent when only its name was kept */
  id: z.uuid().optional(),
  /** result of the virus scanner; absent for files from before there was one */
  scan: z.enum(['clean', 'infected', 'unchecked']).optional(),
});
export type ReplyAttachment = z.infer<typeof replyAttachment>;

const kilobytesOf = ({ size }: ReplyAttachment) => Math.max(1, Math.round(size / 1024));

/** A line for each file, used as the text of a reply that has none. */
export function attachmentLines(attachments: readonly ReplyAttachment[]): string {
  return attachments.map((file) => `[Attached: ${file.name}, ${kilobytesOf(file)} KB]`).join('\n');
}

/** The text of a reply; empty when it only has `attachmentLines`, for callers that show `attachmentSentence` instead. */
export function textWithoutAttachments(reply: {
  body: string;
  attachments: readonly ReplyAttachment[];
}): string {
  return reply.body === attachmentLines(reply.attachments) ? '' : reply.body;
}

/** `GET /api/conversations/{conversationId}/files/{fileId}` */
export const fileUrl = (conversationId: string, fileId: string): string =>
  `/api/conversations/${conversationId}/files/${fileId}`;

/** What to ask for when Outlook put the files into a wrapping of its own (TNEF); empty when it did not. */
export function wrappingAdvice(attachments: readonly ReplyAttachment[]): string {
  return attachments.some(({ name }) => /^winmail\.dat$/i.test(name))
    ? 'winmail.dat is a wrapping that only Outlook can open. Please ask for the message once more, sent as HTML or as plain text.'
    : '';
}

const NAMED_IN_A_SENTENCE = 10;

/**
 * A sentence that names the attached files; empty for none.
 * @param ending end of the sentence, such as 'cannot be shown here'
 */
export function attachmentSentence(attachments: readonly ReplyAttachment[], ending: string): string {
  if (attachments.length === 0) return '';
  const named = attachments.slice(0, NAMED_IN_A_SENTENCE).map(labelOf);
  const others = attachments.length - named.length;
  if (others > 0) named.push(`${others} more`);
  const last = named.pop();
  const list = named.length > 0 ? `${named.join(', ')} and ${last}` : last;
  return `${list} ${attachments.length === 1 ? 'was attached; it' : 'were attached; they'} ${ending}.`;
}

export function labelOf(file: ReplyAttachment): string {
  const kilobytes = kilobytesOf(file);
  return `${file.name} (${kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`})`;
}
