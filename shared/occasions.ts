import { z } from 'zod';
import { msg } from './words.ts';
import { writtenLine } from './written-text.ts';

export const OCCASION_LABEL_MAX_CHARACTERS = 80;
/** Days to remember of one person in the address book and of all of them, and how long before one the mail may come. */
export const OCCASIONS_EACH = 10;
export const OCCASIONS_IN_ALL = 1_000;
export const REMIND_DAYS_AT_MOST = 60;

const NO_SUCH_DAY = msg('There is no such day');
const NO_YEAR = msg('Please enter a year, or none.');

/** Whether a year has the day; without a year, whether any has. */
const exists = ({ year, month, day }: { year: number | null; month: number; day: number }) => {
  const date = new Date(Date.UTC(year ?? 2000, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

const fields = z.object({
  kind: z.enum(['birthday', 'day']),
  label: writtenLine
    .max(OCCASION_LABEL_MAX_CHARACTERS, msg('Please keep the name to at most {maximum} characters'))
    .default(''),
  month: z.int().min(1).max(12),
  day: z.int(NO_SUCH_DAY).min(1, NO_SUCH_DAY).max(31, NO_SUCH_DAY),
  /** of birth, or the first one; null when not known */
  year: z.int(NO_YEAR).min(1900, NO_YEAR).max(2200, NO_YEAR).nullable(),
  /** days before it at which a mail says so; null for none */
  remindDays: z.int().min(0).max(REMIND_DAYS_AT_MOST).nullable(),
});

function checkOccasion(occasion: z.infer<typeof fields>, context: z.RefinementCtx): void {
  if (!exists(occasion)) context.addIssue({ code: 'custom', path: ['day'], message: NO_SUCH_DAY });
  if (occasion.kind === 'day' && !occasion.label)
    context.addIssue({ code: 'custom', path: ['label'], message: msg('Please say what day it is') });
}

/** `year` is null when not known. */
export const birthday = fields
  .pick({ month: true, day: true, year: true })
  .refine(exists, { error: NO_SUCH_DAY, path: ['day'] });
/** For a day that came in a file. */
export const USUAL_REMIND_DAYS = 7;

/** `PUT /api/occasions/{id}` */
export const occasionBody = fields.superRefine(checkOccasion);
export type OccasionBody = z.infer<typeof occasionBody>;
/** `POST /api/occasions` */
export const newOccasionBody = fields.extend({ recipientId: z.int().positive() }).superRefine(checkOccasion);
export type NewOccasionBody = z.infer<typeof newOccasionBody>;

export const occasion = fields.extend({
  id: z.int(),
  recipientId: z.int(),
  label: z.string(),
});
export type Occasion = z.infer<typeof occasion>;
/** `GET /api/occasions`, in the order of the year. */
export const occasionList = z.array(occasion);
/** `PUT /api/reminder-settings` */
export const reminderSettingsBody = z.object({
  days: z.boolean(),
  /** once a month, the sentence about somebody to whom nothing was written for six weeks */
  silence: z.boolean(),
});
/** `GET /api/reminder-settings` */
export const reminderSettings = reminderSettingsBody.extend({
  /** secret address of the calendar of all days; null while there is none */
  feedUrl: z.string().nullable(),
});
export type ReminderSettings = z.infer<typeof reminderSettings>;
