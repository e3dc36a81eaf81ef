/** Of browser and server (spec section 9); letters an hour and a day are in `server/letters/send/send-limits.ts`. */

export { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../packages/address-files/lengths.ts';

export const LETTER_COST_CREDITS = 1;
export const STAMP_CREDITS = 1;
/** At this many credits or fewer the page offers to buy more. */
export const LOW_CREDITS = 2;

export const CREDITS_PER_GIFT = 50;
export const GIFT_NOTE_MAX_CHARACTERS = 500;
/** Hours after their purchase at which credits that are given may be claimed: a stolen card is often blocked by then. */
export const GIFT_WAITS_HOURS = 24;
/** Then a gift that nobody claimed goes back. */
export const GIFT_KEPT_MONTHS = 12;

export const MESSAGE_MAX_CHARACTERS = 5_000;
export const REPLY_MAX_CHARACTERS = 5_000;
export const SENDER_NAME_MAX_CHARACTERS = 60;
export const HEADING_MAX_CHARACTERS = 120;

export const PAGE_REPLY_MAX_CHARACTERS = 20_000;
export const PHOTOS_PER_UPLOAD = 20;
export const PHOTOS_PER_LETTER = 20;
/** Bytes of the files that one conversation keeps of the mail of one day. */
export const FILES_A_DAY_BYTES = 100 * 1024 * 1024;
export const PHOTOS_PER_REPLY = 20;
export const PHOTO_MAX_BYTES = 30 * 1024 * 1024;
export const PHOTO_MAX_PIXELS = 100_000_000;
export const PHOTO_ALT_MAX_CHARACTERS = 1_000;

export const RECIPIENTS_EACH = 5_000;
/** In one call. */
export const IMPORTED_AT_ONCE = 500;
export const RECENT_RECIPIENTS = 5;
/** People to whom one letter goes at once, each with a letter of their own. */
export const RECIPIENTS_PER_LETTER = 20;
/** A group holds as many people as a letter goes to. */
export const GROUPS_EACH = 50;
export const GROUP_NAME_MAX_CHARACTERS = 60;
export const THUMBNAILS_ON_CARD = 3;

/** Minutes without mouse, keyboard, scroll, touch or click after which a person is signed out. */
export const INACTIVITY_MINUTES = 20;

/** Letters that may wait at once until their sender's e-mail address is confirmed, and days that they wait. */
export const LETTERS_SEALED_AT_MOST = 20;
export const SEALED_KEPT_DAYS = 7;
export const HELD_KEPT_DAYS = 30;

/** When a letter may be told to arrive, from now: at the earliest, and at the latest. */
export const ARRIVES_AFTER_MINUTES = 10;
export const ARRIVES_WITHIN_DAYS = 366;
/** Hours after its time at which a letter that could not leave goes back to its sender instead. */
export const ARRIVAL_LATE_HOURS = 48;
/** Letters of one person that may wait for their day at once, and of one whose address is not confirmed. */
export const LETTERS_SCHEDULED_AT_MOST = 50;
export const LETTERS_SCHEDULED_UNCONFIRMED = 5;

/** Also of a letter that was never sent. */
export const DRAFT_KEPT_DAYS = 90;

export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;

/** In a report of a letter, gift or answer. */
export const REPORT_WORDS_MAX_CHARACTERS = 1_000;
