import { z } from 'zod';
import { arrivalBody } from './arrival.ts';
import { emailAddress } from './email-address.ts';
import { CREDITS_PER_GIFT, GIFT_NOTE_MAX_CHARACTERS } from './limits.ts';
import { personName } from './person-name.ts';
import { msg } from './words.ts';
import { writtenText } from './written-text.ts';

/** `POST /api/gifts`: credits for whoever proves an address, now or on a day. */
export const giveStampsBody = z
  .object({
    credits: z
      .number()
      .int(msg('Please choose a whole number of stamps'))
      .min(1, msg('Please give at least one stamp'))
      .max(CREDITS_PER_GIFT, msg('A gift holds at most {maximum} stamps')),
    recipientName: personName,
    recipientEmail: emailAddress,
    note: writtenText
      .max(GIFT_NOTE_MAX_CHARACTERS, msg('Please keep the note to at most {maximum} characters'))
      .trim()
      .optional(),
    /** when it is to be told; both or neither */
    ...arrivalBody.partial().shape,
  })
  .refine(({ arriveLocal, arriveZone }) => (arriveLocal === undefined) === (arriveZone === undefined), {
    message: msg('Please choose a day, a time and a time zone'),
  });
export type GiveStampsBody = z.infer<typeof giveStampsBody>;

const gift = z.object({
  id: z.string(),
  credits: z.int(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  note: z.string().nullable(),
  letterId: z.int().nullable(),
  /** `waiting`, `claimed` or `returned` */
  status: z.string(),
  /** why it came back: `taken back`, `letter`, `payment`, `a year`, `undelivered` or `refused` */
  returnedFor: z.string().nullable(),
  createdAt: z.string(),
  /** when the recipient may have it at the earliest */
  claimableAt: z.string(),
  /** from when it may be taken back while it waits; null for at once, and in an answer of an older process */
  returnableFrom: z.string().nullable().default(null),
  endedAt: z.string().nullable(),
});
export type Gift = z.infer<typeof gift>;

/** `GET /api/gifts` and `POST /api/gifts`. */
export const giftOverview = z.object({
  /** credits that may be given: bought ones that are left */
  giftable: z.int().min(0),
  /** when a gift that is made now may be claimed at the earliest; null for at once */
  notBefore: z.string().nullable(),
  /** the newest */
  gifts: z.array(gift),
});
export type GiftOverview = z.infer<typeof giftOverview>;

/** `POST /api/received-gifts`: claims what waits for the person, and tells of what came since it was last told. */
export const receivedGifts = z.object({
  gifts: z.array(
    z.object({
      id: z.string(),
      credits: z.int(),
      /** empty when the giver's account is deleted */
      from: z.string(),
    }),
  ),
});
