import { z } from 'zod';
import { replyAttachment } from './attachments.ts';
import { automaticNote } from './automatic-notes.ts';
import { STATUS } from './letter-status.ts';
import { exchangedLetter, letterPhoto } from './letters.ts';
import { PHOTOS_PER_REPLY, REPLY_MAX_CHARACTERS } from './limits.ts';
import { uploadUrl } from './photos.ts';
import { msg } from './words.ts';
import { writtenText } from './written-text.ts';

/** Whether somebody wrote the letter of a conversation, or it was written to them. */
export const participantRole = z.enum(['sender', 'recipient']);
export type ParticipantRole = z.infer<typeof participantRole>;

/** An address does not tell it, for the viewer's may change. The default is for answers of an older process. */
const viewerRole = participantRole.default('sender');

const conversationSummary = z.object({
  id: z.string(),
  role: viewerRole,
  senderEmail: z.string(),
  senderName: z.string(),
  recipientEmail: z.string(),
  recipientName: z.string(),
  messageCount: z.int(),
  /** replies that the sender has not seen in the app; 0 for the recipient */
  unread: z.int(),
  lastMessageAt: z.string(),
  /** the letter's first page; the default is for responses of an older process */
  photo: letterPhoto.nullable().default(null),
});
export type ConversationSummary = z.infer<typeof conversationSummary>;
/** `GET /api/conversations` */
export const conversationList = z.array(conversationSummary);
/** `GET /api/conversations?cursor=&limit=` */
export const conversationPage = z.object({
  conversations: conversationList,
  nextCursor: z.string().nullable(),
});

/** DMARC result for the domain of a mail's From address (RFC 7489). */
const DMARC_RESULTS = ['pass', 'fail', 'none', 'unknown'] as const;

export const RELAY_STATUSES = ['queued', 'sent', 'failed'] as const;

const replyPhoto = letterPhoto.extend({
  /** as it came, of a page that was straightened on the letter's page */
  original: letterPhoto.omit({ alt: true }).nullish(),
});

export const reply = z.object({
  id: z.int(),
  createdAt: z.string(),
  /** the address the mail came from */
  fromEmail: z.string(),
  /** name of who wrote it, as the letter has it; the default is for responses of an older process */
  author: z.string().default(''),
  senderEmail: z.string(),
  subject: z.string(),
  /** the new text only; for a mail without text `attachmentLines`, empty when it had only photos */
  body: z.string(),
  fullText: z.string(),
  emailProvider: z.string(),
  /** true when the letter's own sender wrote it */
  isFromOriginalSender: z.boolean(),
  /** true when the viewer's side wrote it; the default is for responses of an older process */
  own: z.boolean().default(false),
  /** true when it came from an address other than the one written to */
  fromAnotherAddress: z.boolean(),
  /** by mail, in the app, or on the letter's web page */
  origin: z.enum(['mail', 'app', 'page']),
  /** `fail`: it may be forged; only `pass` confirms the sender */
  dmarc: z.enum(DMARC_RESULTS),
  photos: z.array(replyPhoto),
  /** not shown; the full text names them too. The default is for responses of an older process */
  attachments: z.array(replyAttachment).default([]),
  /** true until the letter's sender has seen it in the app */
  unread: z.boolean(),
  /** state of the mail to the other party, for replies of the viewer; null for others and when no mail is sent */
  relay: z
    .object({
      status: z.enum(RELAY_STATUSES),
      /** why it failed, as a message for a person */
      reason: z.string().nullable(),
    })
    .nullable(),
});
export type Reply = z.infer<typeof reply>;

/** `GET /api/replies?recipient=`: every reply in the person's conversations with one address, newest first. */
export const timelineReplies = z.array(
  reply.extend({
    conversationId: z.string(),
    letterId: z.int(),
    /** when the letter was written; absent in responses of an older process */
    letterCreatedAt: z.string().optional(),
  }),
);
export type TimelineReply = z.infer<typeof timelineReplies>[number];
/** `GET /api/replies?recipient=&cursor=&limit=` */
export const timelineReplyPage = z.object({ replies: timelineReplies, nextCursor: z.string().nullable() });

/** Rows: letters with twenty described pages, and answers with all that they quote, are 3 MB. */
const LARGEST_PAGE = 50;
export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  /** more than a page holds is one page */
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .transform((rows) => Math.min(rows, LARGEST_PAGE))
    .optional(),
});
/** The id of a conversation with them; an address only in links of before, since URLs name nobody. */
export const otherParty = z.uuid().or(z.string().includes('@').max(254));
export const repliesQuery = pageQuery.extend({ recipient: otherParty });

/** `GET /api/received-letters?from=&cursor=&limit=`: letters that one address wrote to the person, newest first */
const receivedLetter = exchangedLetter.extend({ conversationId: z.string() });
export type ReceivedLetter = z.infer<typeof receivedLetter>;
export const receivedLetterPage = z.object({
  letters: z.array(receivedLetter),
  nextCursor: z.string().nullable(),
});
export const receivedLettersQuery = pageQuery.extend({ from: otherParty });

/** `GET /api/conversations/{conversationId}/thread` */
export const thread = z.object({
  letter: exchangedLetter.extend({
    /** 'YYYY-MM-DD', the day that stands on the letter; empty in responses of an older process */
    day: z.string().default(''),
  }),
  replies: z.array(reply),
  /** there are more, and older, than a call reads */
  olderLeftOut: z.boolean().default(false),
  /** what programs answered; the default is for responses of an older process */
  notes: z.array(automaticNote).default([]),
  role: viewerRole,
  muted: z.boolean(),
  /** whoever the letter went to last has answered it; the default is for responses of an older process */
  answered: z.boolean().default(true),
});
export type Thread = z.infer<typeof thread>;

export const conversationIdParams = z.object({ conversationId: z.uuid() });
export const conversationsQuery = pageQuery.extend({ email: z.string().max(254).optional() });

/** `POST /api/conversations/{conversationId}/replies`: a reply written in the app; responds with a `reply`. */
export const newReplyBody = z
  .object({
    body: writtenText
      .trim()
      .max(REPLY_MAX_CHARACTERS, msg('Please keep your answer to at most {maximum} characters'))
      .default(''),
    photoUrls: z
      .array(uploadUrl)
      .max(PHOTOS_PER_REPLY, msg('An answer holds at most {maximum} photos'))
      .refine((urls) => new Set(urls).size === urls.length, msg('The same photo is in the answer twice'))
      .default([]),
  })
  .refine(({ body, photoUrls }) => body !== '' || photoUrls.length > 0, {
    path: ['body'],
    error: msg('Please write a few words'),
  });

/** `POST /api/conversations/{conversationId}/mute` */
export const muteBody = z.object({ muted: z.boolean() });
/** `POST /api/conversations/{conversationId}/read` */
export const markReadResponse = z.object({ marked: z.int() });

/** `GET /api/unread` */
export const unreadCounts = z.object({
  total: z.int(),
  recipients: z.array(
    z.object({
      /** lower-cased */
      email: z.string(),
      /** from the letter that was answered last */
      name: z.string(),
      unread: z.int(),
    }),
  ),
});
export type UnreadCounts = z.infer<typeof unreadCounts>;

/** `GET /api/correspondents?search=&cursor=&limit=`: whom the person writes with, the latest letter first. */
const correspondent = z.object({
  /** lower-cased; one entry per address */
  email: z.string(),
  /** of the letter that came or went last */
  conversationId: z.string(),
  name: z.string(),
  /** letters to them; 0 for somebody who only wrote to the person */
  letters: z.int(),
  /** letters from them; the default is for responses of an older process */
  received: z.int().default(0),
  /** null while no letter to them was sent */
  lastSentAt: z.string().nullable(),
  lastLetterAt: z.string(),
  /** status of a letter. The default is for a rolling deploy. */
  lastLetterStatus: z.string().default(STATUS.sent),
  unread: z.int(),
  /** the letter or answer that came or went last; the default is for responses of an older process */
  last: z
    .object({
      own: z.boolean(),
      at: z.string(),
      /** the first words, on one line */
      text: z.string(),
      photo: letterPhoto.nullable(),
    })
    .nullable()
    .default(null),
});
export type Correspondent = z.infer<typeof correspondent>;
export const correspondentPage = z.object({
  correspondents: z.array(correspondent),
  nextCursor: z.string().nullable(),
});
/** `GET /api/letter-totals`: totals of the person's letters */
export const letterTotals = z.object({
  letters: z.int(),
  /** letters that were sent or are being sent */
  sent: z.int(),
  recipients: z.int(),
  photos: z.int(),
  /** letters that came for the person; the default is for responses of an older process */
  received: z.int().default(0),
});
export type LetterTotals = z.infer<typeof letterTotals>;
export const correspondentsQuery = pageQuery.extend({ search: z.string().trim().max(200).optional() });

const foundLetter = z.object({
  conversationId: z.string(),
  kind: z.enum(['letter', 'answer']),
  own: z.boolean(),
  /** of the other party */
  name: z.string(),
  /** ISO 8601 */
  at: z.string(),
  /** where it was found: in what was written, in a photo's description, or in a name */
  place: z.enum(['words', 'photo', 'name']),
  /** on one line, `match` in the form in which it stands there */
  before: z.string(),
  match: z.string(),
  after: z.string(),
});
export type FoundLetter = z.infer<typeof foundLetter>;
/** `GET /api/found-letters?search=`: the newest letters and answers in which all the words are */
export const foundLetters = z.object({
  found: z.array(foundLetter),
  more: z.boolean(),
});
export type FoundLetters = z.infer<typeof foundLetters>;
export const foundLettersQuery = z.object({ search: z.string().trim().min(1).max(200) });

/** `POST /api/test/simulate-reply`, only with `TEST_ROUTES` */
export const simulateReplyBody = z.object({
  conversationId: z.uuid(),
  fromEmail: z.string().trim().min(1).max(254),
  body: z.string().trim().min(1, msg('Please enter a reply')).max(20_000),
});
export const simulateReplyResponse = z.object({
  /** `reply`, or what the message was classified as instead */
  outcome: z.string(),
});

/** An event of `GET /api/events`: what to fetch again, never the data itself. */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('reply'), conversationId: z.string(), letterId: z.int() }),
  z.object({ type: z.literal('letter'), id: z.int(), status: z.string() }),
  /** credits came or went, or a payment has a new state */
  z.object({ type: z.literal('balance') }),
  /** events may have been missed: everything shown may be stale */
  z.object({ type: z.literal('refresh') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** Header of API answers: where the stream of events stood before the answer was read. */
export const POSITION_HEADER = 'events-position';
/** In `?since=` of `GET /api/events`, separated by commas. */
export const POSITIONS_AT_MOST = 20;
