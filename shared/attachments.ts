import { z } from 'zod';

/** A file that came with an answer by mail and is no photo that could be kept: it is named, and cannot be opened. */
export const replyAttachment = z.object({
  /** as the mail called it, or its type */
  name: z.string(),
  /** bytes */
  size: z.number().int(),
});
export type ReplyAttachment = z.infer<typeof replyAttachment>;

const kilobytesOf = ({ size }: ReplyAttachment) => Math.max(1, Math.round(size / 1024));

/** Names files among the words of an answer, a line each. */
export function attachmentLines(attachments: readonly ReplyAttachment[]): string {
  return attachments.map((file) => `[Attached: ${file.name}, ${kilobytesOf(file)} KB]`).join('\n');
}

/**
 * The words of an answer without the lines that stand for them where it has none: whoever is told of the files in
 * a sentence need not read them twice.
 */
export function wordsWithoutFiles(reply: { body: string; attachments: readonly ReplyAttachment[] }): string {
  return reply.body === attachmentLines(reply.attachments) ? '' : reply.body;
}

const NAMED_IN_A_SENTENCE = 10;

/**
 * A sentence that names the files of an answer; empty for none.
 * @param ending what became of them, such as 'cannot be shown here'
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

function labelOf(file: ReplyAttachment): string {
  const kilobytes = kilobytesOf(file);
  return `${file.name} (${kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`})`;
}
