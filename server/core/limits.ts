import { PROGRAM_LETTERS_A_DAY } from '../../shared/access-tokens.ts';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../shared/durations.ts';
import { type Said, said, saidN } from '../../shared/words.ts';
import type { Config } from './config.ts';

type NumberSetting = {
  [Name in keyof Config]-?: Config[Name] extends number ? Name : never;
}[keyof Config];

/** A number, or the setting that holds it. */
export interface Most {
  amount: number | NumberSetting;
  /** seconds; windows of a day are days of UTC */
  window: number;
}

export interface LimitRow {
  most: Most;
  /** left: how much is still possible where more was asked for */
  sentence?: Said | ((most: number, left: number) => Said);
  /** where several limits share one; else the name of the limit */
  counter?: string;
}

/** Letters of one person, and answers to somebody who never answered. */
export const LETTERS_TO_ONE_ADDRESS_A_DAY = 10;
const ALERTS_OF_REPORTS_A_DAY = 20;
export const LETTERS_LINKS_A_DAY = 3;

const aMinute = (amount: number): Most => ({ amount, window: MINUTE_SECONDS });
const aQuarterHour = (amount: number): Most => ({ amount, window: 15 * MINUTE_SECONDS });
const hourly = (amount: number): Most => ({ amount, window: HOUR_SECONDS });
const daily = (amount: Most['amount']): Most => ({ amount, window: DAY_SECONDS });

const WRONG_PASSWORDS = said(
  "There were too many wrong passwords. Please wait a few minutes, or choose a new password by 'Forgot password?'.",
);
const WRONG_PASSWORDS_TODAY = said(
  "There were too many wrong passwords. Please try again tomorrow, or choose a new password by 'Forgot password?'.",
);
const MAILED_ALREADY = said(
  'We have sent several mails already. Please look in your mailbox, or try again in an hour.',
);
const MAILED_TODAY = said(
  'This mailbox was mailed often today. Please look in it for the newest mail, or try again tomorrow.',
);
const SIGN_UPS_TODAY = said(
  'Too many accounts were made from this network today. Please try again tomorrow.',
);
const SIGNED_IN_OFTEN = said('You have signed in very often. Please try again in an hour.');
const SIGN_INS_FAILED = said('Too many sign-ins failed here. Please wait a few minutes.');
const TRIED_OFTEN = said('You have tried that many times. Please try again in an hour.');
const ANSWERED_OFTEN = said('That is a great many answers. Please go on a little later.');
const SUPPORT_HAS_SEVERAL = said(
  'We have several messages of yours already. We will read them; please write again in an hour.',
);

const mailsFromNetwork: LimitRow = { most: hourly(60), sentence: MAILED_ALREADY };
const mailsAnHour: LimitRow = { most: hourly(5), sentence: MAILED_ALREADY };
const mailsADay: LimitRow = { most: daily(10), sentence: MAILED_TODAY };

/** docs/limits.md says of each what it counts, and for whom. The name of a counter stays the same from version to version. */
export const LIMITS = {
  'sign-in:network': { most: aQuarterHour(100), sentence: WRONG_PASSWORDS },
  'sign-in:account-network': { most: aQuarterHour(10), sentence: WRONG_PASSWORDS },
  'sign-in:account': { most: daily(100), sentence: WRONG_PASSWORDS_TODAY },
  'sign-in:browser': { most: aQuarterHour(10), sentence: WRONG_PASSWORDS },
  'sign-in:browser in a day': {
    most: daily(100),
    counter: 'sign-in:browser',
    sentence: WRONG_PASSWORDS_TODAY,
  },
  'sign-up': { most: daily('SIGN_UPS_PER_NETWORK_A_DAY'), sentence: SIGN_UPS_TODAY },
  'sign-up:confirmed': { most: daily(60) },
  'sign-up:known': { most: daily('SIGN_UPS_PER_NETWORK_A_DAY'), sentence: SIGN_UPS_TODAY },
  'verify:hour': mailsAnHour,
  'verify:day': mailsADay,
  'verify:beyond': { most: daily(1) },
  'change:hour': mailsAnHour,
  'change:day': mailsADay,
  'change:beyond': { most: daily(1) },
  'reset:network': mailsFromNetwork,
  'reset:hour': mailsAnHour,
  'reset:day': mailsADay,
  'reset:browser': mailsAnHour,
  'reset:beyond': { most: hourly(1) },
  'reset:rest of the day': { most: daily(1) },
  'sign-in-link:network': mailsFromNetwork,
  'sign-in-link:hour': mailsAnHour,
  'sign-in-link:day': mailsADay,
  'sign-in-link:browser': mailsAnHour,
  'sign-in-link:beyond': { most: { amount: 1, window: 10 * MINUTE_SECONDS } },
  'unasked mails': { most: daily(20) },
  'unasked mails without account': { most: daily(20) },
  'unasked mails without account from': { most: daily(10) },
  password: { most: hourly(20), sentence: TRIED_OFTEN },
  'passkey:add': { most: hourly(30), sentence: TRIED_OFTEN },
  'passkey:network': { most: aQuarterHour(100), sentence: SIGN_INS_FAILED },
  'access tokens': { most: aQuarterHour(20), sentence: SIGN_INS_FAILED },
  programs: {
    most: daily(PROGRAM_LETTERS_A_DAY),
    sentence: (most) =>
      said('Other programs can send {most} letters a day for you. Please go on tomorrow.', { most }),
  },
  'apple:network': { most: hourly(200), sentence: said('Too many sign-ins came from this network.') },
  'first proof': { most: hourly(100), sentence: SIGNED_IN_OFTEN },
  session: { most: hourly(300), sentence: SIGNED_IN_OFTEN },
  'support:network': { most: hourly(20), sentence: SUPPORT_HAS_SEVERAL },
  'support:address': { most: hourly(5), sentence: SUPPORT_HAS_SEVERAL },
  'kept answers': { most: hourly(600), sentence: TRIED_OFTEN },
  calendar: { most: hourly(60), sentence: TRIED_OFTEN },
  'address-file': {
    most: hourly(20),
    sentence: said('Your address book was saved very often within one hour. Please try again in a while.'),
  },
  'refused addresses': {
    most: daily(20),
    sentence: said('Many of the addresses that you tried today take no letters. Please go on tomorrow.'),
  },
  coupon: { most: hourly(30), sentence: said('That was a lot of codes. Please try again in a while.') },
  checkout: { most: hourly(60), sentence: said('That was a lot of checkouts. Please try again in a while.') },
  gifts: {
    most: daily(10),
    sentence: (gifts) => said('You can make {gifts} gifts a day. Please go on tomorrow.', { gifts }),
  },
  'given credits': {
    most: daily(100),
    sentence: (stamps) => said('You can give {stamps} stamps a day. Please go on tomorrow.', { stamps }),
  },
  'gift mails': { most: daily(3) },
  'gift mails of a giver': { most: daily(2) },
  draft: {
    most: aMinute(60),
    sentence: said('Your letter was saved very often just now. It will be saved again in a moment.'),
  },
  'created letters': {
    most: hourly(120),
    sentence: said('That is a great many letters within one hour. Please go on in a while.'),
  },
  letters: {
    most: daily(LETTERS_TO_ONE_ADDRESS_A_DAY),
    sentence: (most) =>
      saidN(
        most,
        'You can send 1 letter a day to one address. Please go on tomorrow.',
        'You can send {n} letters a day to one address. Please go on tomorrow.',
      ),
  },
  'unconfirmed senders': {
    most: daily(5),
    sentence: said(
      'This address has had many letters today from people whose own address is not confirmed. Please confirm yours by the link we mailed you, or try again tomorrow.',
    ),
  },
  'new senders': {
    most: daily(30),
    sentence: said(
      'This address has had many letters today from people who had not written there before. Please try again tomorrow.',
    ),
  },
  "new accounts' letters": {
    most: daily(60),
    sentence: (_most, left) =>
      left > 0
        ? saidN(
            left,
            'New accounts have sent many letters from your network today, and 1 more is possible today. Please go on tomorrow.',
            'New accounts have sent many letters from your network today, and {n} more are possible today. Please go on tomorrow.',
          )
        : said('New accounts have sent many letters from your network today. Please go on tomorrow.'),
  },
  'letters sent after all': {
    most: hourly(60),
    sentence: (letters) =>
      said('You can send {letters} letters an hour. Please go on in a while.', { letters }),
  },
  // So that letters, whose credit comes back when they fail, can't be used to find out which addresses exist.
  'corrected addresses': {
    most: daily(20),
    sentence: said('That is a lot of corrected addresses for one day. Please go on tomorrow.'),
  },
  answer: { most: hourly(60), sentence: ANSWERED_OFTEN },
  'answer unconfirmed': { most: daily(20), counter: 'answer', sentence: ANSWERED_OFTEN },
  'answers on a page': {
    most: hourly(20),
    sentence: said('That is a lot of answers within one hour. Please send this one in a while.'),
  },
  'forms on a page': { most: hourly(60), sentence: TRIED_OFTEN },
  // What a person reads of these is in `upload-quota.ts`: it names the hours that are left, and the file.
  'upload-photos': { most: daily('UPLOAD_PHOTOS_A_DAY') },
  'upload-photos unconfirmed': { most: daily(40), counter: 'upload-photos' },
  'upload-photos on a page': { most: daily(40), counter: 'upload-photos' },
  'upload-repetitions': {
    most: daily(200),
    // Translators: to the reader: more is possible tomorrow
    sentence: said('Please go on tomorrow.'),
  },
  export: {
    most: hourly(5),
    sentence: said('You have taken your letters along a few times just now. Please try again in an hour.'),
  },
  'archives of all letters': {
    most: hourly(5),
    sentence: said(
      'These letters were saved a few times just now. Please try again in an hour, with a fresh link.',
    ),
  },
  'links to all letters': { most: daily(LETTERS_LINKS_A_DAY) },
  'links to all letters by mail': { most: daily(LETTERS_LINKS_A_DAY) },
  'links to all letters from': { most: daily(30) },
  parsing: { most: hourly(20_000) },
  'operator secrets': {
    most: aQuarterHour(20),
    sentence: said('There were too many wrong secrets. Please wait a few minutes.'),
  },
  'alerts of reports': { most: daily(ALERTS_OF_REPORTS_A_DAY) },
  'alerts of reports of a sender': { most: daily(3) },
  'alerts of pauses': { most: daily(ALERTS_OF_REPORTS_A_DAY) },
  'alerts of one trouble': { most: daily(6) },
} satisfies Record<string, LimitRow>;

export type LimitName = keyof typeof LIMITS;
