import { z } from 'zod';
import { arrivalBody } from './arrival.ts';
import { emailAddress } from './email-address.ts';
import { letterLanguage } from './letter-language.ts';
import { letterContentBody, letterList } from './letters.ts';
import { RECIPIENTS_PER_LETTER } from './limits.ts';
import { nameText, personName } from './person-name.ts';
import { msg } from './words.ts';

const batchRecipient = z.object({
  name: personName,
  email: emailAddress,
  /** how the writer calls them, by the whole name when empty; as in their address book when absent */
  greetingName: nameText.optional(),
  /** that which is remembered of them, or the writer's own, when absent */
  language: letterLanguage.optional(),
});
export type BatchRecipient = z.infer<typeof batchRecipient>;

/** `POST /api/letter-batches`: one letter to several people, each of whom gets their own. */
export const sendBatchBody = letterContentBody
  .extend({
    recipients: z
      .array(batchRecipient)
      .min(1, msg('Please add somebody to write to'))
      .max(RECIPIENTS_PER_LETTER, msg('A letter goes to at most {maximum} people at once'))
      .superRefine((people, context) => {
        const seen = new Set<string>();
        for (const [index, { email }] of people.entries()) {
          const message = msg('{email} is in the letter twice');
          const mailbox = email.toLowerCase();
          if (seen.has(mailbox))
            context.addIssue({ code: 'custom', path: [index, 'email'], message, params: { email } });
          seen.add(mailbox);
        }
      }),
    /** whether a stamp is enclosed for each of them, for a credit more each */
    stamp: z.boolean().optional(),
    /** when all of them are to arrive; both or neither */
    ...arrivalBody.partial().shape,
  })
  .refine(({ arriveLocal, arriveZone }) => (arriveLocal === undefined) === (arriveZone === undefined), {
    message: msg('Please choose a day, a time and a time zone'),
  });
export type SendBatchBody = z.infer<typeof sendBatchBody>;

/** Its letters, in the order of the recipients; one alone belongs to no batch. */
export const letterBatch = z.object({ batchId: z.string().nullable(), letters: letterList });
