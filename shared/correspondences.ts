import { z } from 'zod';
import { otherParty, pageQuery, participantRole, reply, thread } from './conversations.ts';
import { LANGUAGES } from './languages.ts';
import { letterPhoto } from './letters.ts';

const correspondenceAnswer = reply
  .pick({ id: true, createdAt: true, author: true, own: true, photos: true, attachments: true })
  .extend({
    /** 'YYYY-MM-DD', in the time zone of its letter */
    day: z.string(),
    /** the new text only; empty when it had only photos or files */
    body: z.string(),
  });
export type CorrespondenceAnswer = z.infer<typeof correspondenceAnswer>;

const correspondenceLetter = z.object({
  id: z.int(),
  conversationId: z.string(),
  /** the viewer's: whether they wrote the letter or it was written to them */
  role: participantRole,
  senderName: z.string(),
  recipientName: z.string(),
  /** how the sender calls the recipient; empty for by their name */
  greetingName: z.string(),
  /** when it left, ISO 8601; the order of the list */
  sentAt: z.string(),
  /** 'YYYY-MM-DD', as the letter has it: in the time zone of its arrival, or else of its writer */
  day: z.string(),
  template: z.string(),
  /** BCP 47 */
  language: z.enum(LANGUAGES).catch('en'),
  /** the line over the letter: null for the template's own, empty for none */
  heading: z.string().nullable(),
  /** its words, with the name in the place of `{{recipientName}}` */
  message: z.string(),
  /** its words are those that nobody changed; the default is for responses of an older process */
  isStandard: z.boolean().default(false),
  /** its pages; `alt` is empty for one without a description */
  photos: z.array(letterPhoto),
  /** the oldest first, of both sides; without automatic notes */
  answers: z.array(correspondenceAnswer),
  olderLeftOut: thread.shape.olderLeftOut,
});
export type CorrespondenceLetter = z.infer<typeof correspondenceLetter>;

/**
 * `GET /api/correspondences/{conversationId}?cursor=&limit=`: the letters with whom that conversation is, in both
 * directions, the oldest first; 404 when there is none
 */
export const correspondencePage = z.object({
  letters: z.array(correspondenceLetter),
  nextCursor: z.string().nullable(),
});
export const correspondenceParams = z.object({ conversationId: otherParty });
export const correspondenceQuery = pageQuery;

export const correspondenceUrl = (conversationId: string): string =>
  `/api/correspondences/${encodeURIComponent(conversationId)}`;

/** `GET /api/correspondences/{conversationId}/export`: all of it as a ZIP, five an hour together with the account's export */
export const correspondenceExportUrl = (conversationId: string): string =>
  `${correspondenceUrl(conversationId)}/export`;
