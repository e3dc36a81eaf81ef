import { z } from 'zod';
import { attachmentLines, kilobytesOf } from '../packages/mail-reader/attachment-lines.ts';
import { listInWords, localeOf, type Words } from './words.ts';

/** Of a reply by mail; not stored as a photo. */
export const replyAttachment = z.object({
  /** file name in the mail, or its media type */
  name: z.string(),
  /** bytes */
  size: z.int(),
  /** absent when only its name was kept */
  id: z.uuid().optional(),
  /** result of the virus scanner; absent for files from before there was one */
  scan: z.enum(['clean', 'infected', 'unchecked']).optional(),
});
export type ReplyAttachment = z.infer<typeof replyAttachment>;

/** The text of a reply; empty when it only has `attachmentLines`, for callers that name the files instead. */
export function textWithoutAttachments(reply: {
  body: string;
  attachments: readonly ReplyAttachment[];
}): string {
  return reply.body === attachmentLines(reply.attachments) ? '' : reply.body;
}

/** `GET /api/conversations/{conversationId}/files/{fileId}` */
export const fileUrl = (conversationId: string, fileId: string): string =>
  `/api/conversations/${conversationId}/files/${fileId}`;

/** By S/MIME (RFC 8551, 3.2.1) and PGP/MIME (RFC 3156, 4): the words are within. */
const SEALED =
  /^smime\.p7m$|^application\/(?:x-)?pkcs7-mime$|^(?:encrypted|openpgp-encrypted-message)\.asc$/i;

/** Null where the words or files are in no wrapping that only some programs open. */
export function wrappingAdvice(attachments: readonly ReplyAttachment[], { t }: Words): string | null {
  const sealed = attachments.find(({ name }) => SEALED.test(name));
  if (sealed) {
    return t(
      'This message is encrypted, or wrapped in a signature: its words are in {file}. Open it with a program that has the key, or ask for the message once more without encryption.',
      { file: sealed.name },
    );
  }
  if (!attachments.some(({ name }) => /^winmail\.dat$/i.test(name))) return null;
  return t(
    'winmail.dat is a wrapping that only Outlook can open. Please ask for the message once more, sent as HTML or as plain text.',
  );
}

const NAMED_IN_A_SENTENCE = 10;

/** The attached files in a sentence: 'notes.pdf (1 KB), plan.odt (5.0 MB) and 4 more'. */
export function filesInWords(attachments: readonly ReplyAttachment[], words: Words): string {
  const named = attachments.slice(0, NAMED_IN_A_SENTENCE).map((file) => labelOf(file, words));
  const others = attachments.length - named.length;
  if (others > 0) named.push(words.n(others, '1 more', '{n} more'));
  return listInWords(named, words.language);
}

/** 'notes.pdf (1 KB)' */
export function labelOf(file: ReplyAttachment, { t, language }: Words): string {
  const kilobytes = kilobytesOf(file);
  if (kilobytes < 1000) return t('{file} ({size} KB)', { file: file.name, size: kilobytes });
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const size = new Intl.NumberFormat(localeOf(language), oneDecimal).format(kilobytes / 1024);
  return t('{file} ({size} MB)', { file: file.name, size });
}
