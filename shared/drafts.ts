import { z } from 'zod';
import { arrival } from './arrival.ts';
import { LANGUAGES } from './languages.ts';
import {
  EMAIL_MAX_CHARACTERS,
  HEADING_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  PHOTO_ALT_MAX_CHARACTERS,
  PHOTOS_PER_LETTER,
  RECIPIENTS_PER_LETTER,
} from './limits.ts';
import { pageEdit } from './page-edit.ts';
import { filenameOfUpload, uploadedPhoto, uploadUrl } from './photos.ts';
import { TEMPLATE_IDS } from './templates.ts';

/** Bytes: twenty described photos and a message too long to send fit, a book does not. */
export const DRAFT_MAX_BYTES = 256 * 1024;

/** The steps that ask for something; a sent letter is no draft. */
const DRAFT_STEPS = ['upload', 'recipient', 'template', 'preview'] as const;

const draftPhoto = uploadedPhoto.extend({
  /** made by the client; it stays when the image changes */
  id: z.string().min(1).max(100),
  url: uploadUrl,
  alt: z.string().max(PHOTO_ALT_MAX_CHARACTERS),
  /** the image before its first edit; it is kept as long as the draft */
  original: uploadedPhoto
    .pick({ filename: true, url: true, width: true, height: true })
    .refine(({ url }) => filenameOfUpload(url) !== null)
    .optional(),
  /** how the image was made of the original; one that can't be read costs the way back into the edit, not the letter */
  edit: pageEdit.optional().catch(undefined),
});

/** The keys make every retry the same letter, on another device, too. */
const sendIntent = z.object({
  /** the body of `POST /api/letters`, or of `POST /api/letter-batches`, that the keys belong to, with the name that signs it, as JSON */
  content: z.string(),
  createKey: z.string().min(1),
  sendKey: z.string().min(1),
  letterId: z.int().nullable(),
  /** true from the moment the send leaves until a definite answer */
  unsettled: z.boolean(),
});

const draftRecipient = z.object({
  name: z.string().max(NAME_MAX_CHARACTERS),
  email: z.string().max(EMAIL_MAX_CHARACTERS),
  /** how the writer calls them; absent in drafts of an earlier release */
  greetingName: z.string().max(NAME_MAX_CHARACTERS).default(''),
  /** BCP 47, of the letter to them; null for the writer's own, and in drafts of an earlier release */
  language: z.enum(LANGUAGES).nullable().default(null).catch(null),
  /** the saved recipient that both were taken from; null once either was edited */
  recentId: z.int().nullable(),
});

export const draftFields = z.object({
  step: z.enum(DRAFT_STEPS),
  photos: z.array(draftPhoto).max(PHOTOS_PER_LETTER),
  /** whom the envelope names; empty while others are and somebody is to be added */
  recipient: draftRecipient,
  /** who gets a letter besides; absent in drafts of an earlier release */
  others: z.array(draftRecipient).max(RECIPIENTS_PER_LETTER).default([]),
  template: z.enum(TEMPLATE_IDS),
  /** null for the one that nobody wrote: whoever opens the draft words it in the letter's language */
  message: z.string().nullable(),
  /** the line over the letter: null for the template's own, empty for none; absent in drafts of an earlier release */
  heading: z.string().max(HEADING_MAX_CHARACTERS).nullable().default(null),
  /** whether the mail begins with an addressed envelope; absent in drafts of an earlier release */
  envelope: z.boolean().default(false),
  /** when it is to arrive; null for at once, and in drafts of an earlier release */
  arrival: arrival.nullable().default(null),
  /** whether a stamp is enclosed; absent in drafts of an earlier release */
  stamp: z.boolean().default(false),
  intent: sendIntent.nullable(),
});
export type DraftFields = z.infer<typeof draftFields>;

/** Made by the client: it tells one letter in progress from the next, whose versions are counted apart. */
export const draftId = z.string().regex(/^[0-9a-f-]{32,36}$/);

export const draftContent = draftFields.extend({ letter: draftId });
export type DraftContent = z.infer<typeof draftContent>;

export const draftRevision = z.object({ letter: draftId, version: z.int().positive() });
export type DraftRevision = z.infer<typeof draftRevision>;

const draft = z.object({
  content: draftContent,
  version: z.int().positive(),
  /** ISO 8601 */
  updatedAt: z.iso.datetime(),
});
export type Draft = z.infer<typeof draft>;

/** `GET /api/draft`: the draft of the person who is signed in. */
export const draftResponse = z.object({ draft: draft.nullable() });

/** `PUT /api/draft` answers the new `draftRevision`. `base`: the save that this one replaces; null for the first. */
export const saveDraftBody = z.object({ base: draftRevision.nullable(), content: draftContent });

/** `DELETE /api/draft?letter=…&version=…`: deletes exactly that save, not a later one. */
export const discardDraftQuery = z.object({
  letter: draftId,
  version: z.coerce.number().int().positive().max(2_147_483_647),
});

/** 409. `draft` is what the server has now. */
export const draftConflict = z.object({
  code: z.literal('DRAFT_CHANGED'),
  message: z.string(),
  draft: draft.nullable(),
});
