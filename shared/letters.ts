import { z } from 'zod';
import { arrival, arrivalBody } from './arrival.ts';
import { automaticNote } from './automatic-notes.ts';
import { draftId } from './drafts.ts';
import { emailAddress } from './email-address.ts';
import { LANGUAGES } from './languages.ts';
import { letterLanguage } from './letter-language.ts';
import {
  HEADING_MAX_CHARACTERS,
  MESSAGE_MAX_CHARACTERS,
  PHOTO_ALT_MAX_CHARACTERS,
  PHOTOS_PER_LETTER,
} from './limits.ts';
import { nameText, personName } from './person-name.ts';
import { uploadUrl } from './photos.ts';
import { TEMPLATE_IDS } from './templates.ts';
import { msg } from './words.ts';
import { writtenLine, writtenText } from './written-text.ts';

/** Also the preheader of the mail. */
const headingText = writtenLine.max(
  HEADING_MAX_CHARACTERS,
  msg('Please keep the line over the letter to at most {maximum} characters'),
);

export const letterContentBody = z.object({
  emailMessage: writtenText.max(
    MESSAGE_MAX_CHARACTERS,
    msg('Please keep the message to at most {maximum} characters'),
  ),
  template: z.enum(TEMPLATE_IDS, msg('Please choose one of the nine papers')),
  photoUrls: z
    .array(uploadUrl)
    .min(1, msg('Please add at least one photo'))
    .max(PHOTOS_PER_LETTER, msg('A letter holds at most {maximum} photos'))
    .refine((urls) => new Set(urls).size === urls.length, msg('The same photo is in the letter twice')),
  /** the line over the letter, empty for none; the template's own when absent */
  heading: headingText.optional(),
  /** whether the mail begins with an addressed envelope */
  envelope: z.boolean().optional(),
  /** one description per photo, in the order of `photoUrls`; empty for none */
  photoAlts: z.array(writtenText.max(PHOTO_ALT_MAX_CHARACTERS)).max(PHOTOS_PER_LETTER).optional(),
  userId: z.union([z.string(), z.number()]).transform(String).optional(),
  /** the draft that it was written as: of the letters of one draft only one is sent and charged */
  draft: draftId.optional(),
});
export type LetterContentBody = z.infer<typeof letterContentBody>;

/** `POST /api/letters`. */
export const createLetterBody = letterContentBody.extend({
  recipientName: personName,
  /** how the writer calls the recipient, by the whole name when empty; as in their address book when absent */
  greetingName: nameText.optional(),
  recipientEmail: emailAddress,
  /** that which is remembered of the recipient, or the writer's own, when absent */
  language: letterLanguage.optional(),
});
export type CreateLetterBody = z.infer<typeof createLetterBody>;

export const letterPhoto = z.object({
  url: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
});

/** A letter as both sides see it. `senderEmail` is empty for a recipient while the sender has not verified it. */
export const exchangedLetter = z.object({
  id: z.int(),
  createdAt: z.string(),
  senderEmail: z.string(),
  senderName: z.string(),
  recipientName: z.string(),
  /** how the sender calls the recipient; empty for by their name. The default is for responses of an older process. */
  greetingName: z.string().default(''),
  recipientEmail: z.string(),
  template: z.string(),
  emailMessage: z.string(),
  /** the line over the letter: null for the template's own, empty for none */
  heading: z.string().nullable().default(null),
  /** BCP 47, of its mail's own words and of its page; the default is for responses of an older process */
  language: z.enum(LANGUAGES).default('en').catch('en'),
  photoUrls: z.array(z.string()),
  photos: z.array(letterPhoto),
});

/** Letters that were sent as one, each to a person of their own. */
export const batchOfLetter = z.object({
  id: z.string(),
  size: z.int(),
  sent: z.int(),
});

/** As its sender sees it. */
export const letter = exchangedLetter.extend({
  senderName: z.string().default(''),
  sentAt: z.string().nullable(),
  /** see `letter-status.ts`; other values are shown as they are */
  status: z.string(),
  /** why a letter is waiting or failed, as a message for a person */
  statusReason: z.string().nullable(),
  /** whether its mail begins with an addressed envelope; the defaults here are for responses of an older process */
  envelope: z.boolean().default(false),
  conversationId: z.string(),
  /** it failed or bounced, and may be sent again, to the same or a corrected address */
  canRetry: z.boolean(),
  /** what became of its credit, for one that failed or bounced; `waiting` for the operator to decide */
  refund: z.enum(['returned', 'waiting', 'refused']).nullable(),
  /** the letter's web page, public to everybody who has its URL; null for a letter without one */
  webPage: z.object({ url: z.string(), open: z.boolean() }).nullable(),
  /** when it is to arrive, or was, by the clocks of its recipient; null for at once, and in responses of an older process */
  arrival: arrival.nullable().default(null),
  /** the letters that were sent as one, this one among them; null for one alone, and in responses of an older process */
  batch: batchOfLetter.nullable().default(null),
  /** what programs answered to it; the default is for responses of an older process */
  notes: z.array(automaticNote).default([]),
});
export type Letter = z.infer<typeof letter>;

/** `POST /api/letters/{id}/send`; without an arrival it leaves now. `stamp`: one is enclosed, for a credit more. */
export const sendLetterBody = z
  .object({ arrival: arrivalBody.nullish(), stamp: z.boolean().optional() })
  .nullish();
/** `PUT /api/letters/{id}/arrival`; null to send it now. */
export const changeArrivalBody = z.object({ arrival: arrivalBody.nullable() });

/** `POST /api/letters/{id}/retry`; no body for the same address, now. */
export const retryLetterBody = z
  .object({ recipientEmail: emailAddress.optional(), arrival: arrivalBody.nullish() })
  .nullish();
/** `POST /api/letters/{id}/web-page`. */
export const webPageBody = z.object({ open: z.boolean() });

/** `GET /api/letters`; with `?draft=`, what left of a draft: one letter, or those that were sent as one. */
export const letterList = z.array(letter);
/** `GET /api/letters?cursor=&limit=` */
export const letterListPage = z.object({ letters: letterList, nextCursor: z.string().nullable() });
