import { z } from 'zod';
import { REPORT_WORDS_MAX_CHARACTERS } from './limits.ts';
import { msg } from './words.ts';
import { writtenText } from './written-text.ts';

/** As the recipient of a letter says. */
export const REPORT_REASONS = {
  unwanted: msg('I don’t know this person, or I want no letters from them'),
  fraud: msg('It asks for money, for a password, or to open a link'),
  abuse: msg('It threatens, insults or frightens me'),
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;

export const reportReason = z.enum(
  ['unwanted', 'fraud', 'abuse'],
  msg('Please choose what is wrong with the letter'),
);

/** In one's own words; more than fits is left out. */
export const reportWords = writtenText.transform((text) => text.trim().slice(0, REPORT_WORDS_MAX_CHARACTERS));

/** `POST /api/letters/{id}/report`: by its recipient of the letter, by its sender of the answers to it. */
export const reportBody = z.object({ reason: reportReason, words: reportWords.default('') });
export const reportAnswer = z.object({ reported: z.literal(true) });

/** `GET /api/sender-pause` and `POST /api/sender-pause/ask`: whether one's own letters are held. */
export const senderPause = z.object({
  pause: z
    .object({
      since: z.string(),
      asked: z.boolean(),
      /** recipients reported letters; else the operator paused them */
      reported: z.boolean(),
    })
    .nullable(),
});
