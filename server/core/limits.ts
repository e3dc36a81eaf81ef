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
  /** what is counted, and for whom, in the words of docs/limits.md */
  what: string;
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
const SUPPORT_HAS_SEVERAL = said(
  'We have several messages of yours already. We will read them; please write again in an hour.',
);

const mailsFromNetwork = (what: string): LimitRow => ({
  what: `${what}, asked for in one network`,
  most: hourly(60),
  sentence: MAILED_ALREADY,
});
const mailsAnHour = (what: string): LimitRow => ({ what, most: hourly(5), sentence: MAILED_ALREADY });
const mailsADay = (what: string): LimitRow => ({ what, most: daily(10), sentence: MAILED_TODAY });

/** The name of a counter stays the same from version to version. docs/limits.md prints this list. */
export const LIMITS = {
  'sign-in:network': {
    what: 'wrong passwords from one network, known browsers apart',
    most: aQuarterHour(100),
    sentence: WRONG_PASSWORDS,
  },
  'sign-in:account-network': {
    what: 'wrong passwords for one address from one network, whether it has an account or not',
    most: aQuarterHour(10),
    sentence: WRONG_PASSWORDS,
  },
  'sign-in:account': {
    what: 'wrong passwords for one address from all unknown browsers together',
    most: daily(100),
    sentence: WRONG_PASSWORDS_TODAY,
  },
  'sign-in:browser': {
    what: 'wrong passwords for one address from a browser that is known to it, apart from all others',
    most: aQuarterHour(10),
    sentence: WRONG_PASSWORDS,
  },
  'sign-in:browser in a day': {
    what: 'the same in a day',
    most: daily(100),
    counter: 'sign-in:browser',
    sentence: WRONG_PASSWORDS_TODAY,
  },
  'sign-up': {
    what: 'sign-ups from one wide network',
    most: daily('SIGN_UPS_PER_NETWORK_A_DAY'),
    sentence: SIGN_UPS_TODAY,
  },
  'sign-up:confirmed': {
    what: 'those that count no more, because their address was confirmed there within a day',
    most: daily(60),
  },
  'sign-up:known': {
    what: 'the same with an address that has an account',
    most: daily('SIGN_UPS_PER_NETWORK_A_DAY'),
    sentence: SIGN_UPS_TODAY,
  },
  'verify:hour': mailsAnHour(
    'mails to confirm an address, of one account; likewise to one mailbox, from one wide network',
  ),
  'verify:day': mailsADay('the same in a day'),
  'verify:beyond': {
    what: 'such mails, to the very address of an account whose mailbox had its day’s share',
    most: daily(1),
  },
  'change:hour': mailsAnHour(
    'mails to change an address, of one account; likewise to one mailbox, from one wide network',
  ),
  'change:day': mailsADay('the same in a day'),
  'change:beyond': {
    what: 'such mails of one account that is proved and older than a week, to a mailbox that had its day’s share',
    most: daily(1),
  },
  'reset:network': mailsFromNetwork('links to reset a password'),
  'reset:hour': mailsAnHour('such links, for one address from one network; likewise to one mailbox'),
  'reset:day': mailsADay('such links, to one mailbox'),
  'reset:browser': mailsAnHour('such links, for one address from a browser that is known to it'),
  'reset:beyond': {
    what: 'such links, to a proved mailbox beyond its day’s share: one while it works',
    most: hourly(1),
  },
  'reset:rest of the day': {
    what: 'such links, to the very address of an unproved account whose mailbox had its day’s share; it works until the day ends',
    most: daily(1),
  },
  'sign-in-link:network': mailsFromNetwork('links to sign in'),
  'sign-in-link:hour': mailsAnHour('such links, for one address from one network; likewise to one mailbox'),
  'sign-in-link:day': mailsADay('such links, for one address from one wide network; likewise to one mailbox'),
  'sign-in-link:browser': mailsAnHour('such links, for one address from a browser that is known to it'),
  'sign-in-link:beyond': {
    what: 'such links, to a proved mailbox beyond its day’s share: one while it works',
    most: { amount: 1, window: 10 * MINUTE_SECONDS },
  },
  'unasked mails': {
    what: 'mails to one mailbox, whichever account asks: to confirm or change an address',
    most: daily(20),
  },
  'unasked mails without account': {
    what: 'mails to one mailbox, asked for without an account: to reset, to sign in, to all letters (but by the link in a mail of the mailbox’s own)',
    most: daily(20),
  },
  'unasked mails without account from': {
    what: 'of these, from one wide network',
    most: daily(10),
  },
  password: {
    what: 'password changes of one account',
    most: hourly(20),
    sentence: said('The password was changed many times. Please try again in an hour.'),
  },
  'passkey:add': {
    what: 'attempts to add a passkey or an access token to one account',
    most: hourly(30),
    sentence: said('You have tried that many times. Please try again in an hour.'),
  },
  'passkey:network': {
    what: 'refused passkeys from one network; the right one passes nevertheless',
    most: aQuarterHour(100),
    sentence: said('Too many sign-ins failed here. Please wait a few minutes.'),
  },
  'access tokens': {
    what: 'wrong access tokens from one network; the right one passes nevertheless',
    most: aQuarterHour(20),
    sentence: said('Too many sign-ins failed here. Please wait a few minutes.'),
  },
  programs: {
    what: 'letters and answers that other programs send for one person',
    most: daily(PROGRAM_LETTERS_A_DAY),
    sentence: (most) =>
      said('Other programs can send {most} letters a day for you. Please go on tomorrow.', { most }),
  },
  'apple:network': {
    what: 'answers of Apple from one network',
    most: hourly(200),
    sentence: said('Too many sign-ins came from this network.'),
  },
  'first proof': {
    what: 'first proofs of an address that are judged for one account (Firebase mode)',
    most: hourly(100),
    sentence: SIGNED_IN_OFTEN,
  },
  session: { what: 'sessions opened by one account', most: hourly(300), sentence: SIGNED_IN_OFTEN },
  'support:network': {
    what: 'requests to support from one network',
    most: hourly(20),
    sentence: SUPPORT_HAS_SEVERAL,
  },
  'support:address': {
    what: 'messages to support of one account, or from one address in one wide network',
    most: hourly(5),
    sentence: SUPPORT_HAS_SEVERAL,
  },
  'kept answers': {
    what: 'writes of one person whose answers are kept, in case they are repeated',
    most: hourly(600),
    sentence: said('You have tried that many times. Please try again in an hour.'),
  },
  calendar: {
    what: 'requests of one person’s calendar',
    most: hourly(60),
    sentence: said('This calendar was asked for very often within one hour. Please try again in a while.'),
  },
  'address-file': {
    what: 'files of one address book',
    most: hourly(20),
    sentence: said('Your address book was saved very often within one hour. Please try again in a while.'),
  },
  'refused addresses': {
    what: 'addresses of which one person is told that they take no letters',
    most: daily(20),
    sentence: said('Many of the addresses that you tried today take no letters. Please go on tomorrow.'),
  },
  coupon: {
    what: 'codes tried by one person',
    most: hourly(30),
    sentence: said('That was a lot of codes. Please try again in a while.'),
  },
  checkout: {
    what: 'checkouts of one person',
    most: hourly(60),
    sentence: said('That was a lot of checkouts. Please try again in a while.'),
  },
  gifts: {
    what: 'gifts of one person',
    most: daily(10),
    sentence: (gifts) => said('You can make {gifts} gifts a day. Please go on tomorrow.', { gifts }),
  },
  'given credits': {
    what: 'credits given by one person',
    most: daily(100),
    sentence: (stamps) => said('You can give {stamps} stamps a day. Please go on tomorrow.', { stamps }),
  },
  'gift mails': {
    what: 'mails of gifts to one mailbox; without an account further ones wait',
    most: daily(3),
  },
  'gift mails of a giver': { what: 'of these, of one giver', most: daily(2) },
  draft: {
    what: 'times that one person’s draft is saved; a page saves at most every two seconds',
    most: aMinute(60),
    sentence: said('Your letter was saved very often just now. It will be saved again in a moment.'),
  },
  'created letters': {
    what: 'letters that one person creates, whether they are sent or not',
    most: hourly(120),
    sentence: said('That is a great many letters within one hour. Please go on in a while.'),
  },
  letters: {
    what: 'letters of one person to one mailbox',
    most: daily(LETTERS_TO_ONE_ADDRESS_A_DAY),
    sentence: (most) =>
      saidN(
        most,
        'You can send 1 letter a day to one address. Please go on tomorrow.',
        'You can send {n} letters a day to one address. Please go on tomorrow.',
      ),
  },
  'unconfirmed senders': {
    what: 'letters to one mailbox from people whose address is not confirmed (local mailbox)',
    most: daily(5),
    sentence: said(
      'This address has had many letters today from people whose own address is not confirmed. Please confirm yours by the link we mailed you, or try again tomorrow.',
    ),
  },
  'new senders': {
    what: 'letters to one mailbox from people who had not written there before',
    most: daily(30),
    sentence: said(
      'This address has had many letters today from people who had not written there before. Please try again tomorrow.',
    ),
  },
  "new accounts' letters": {
    what: 'letters of accounts younger than a day from one wide network',
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
    what: 'letters of one person that did not leave at first and are sent again',
    most: hourly(60),
    sentence: (letters) =>
      said('You can send {letters} letters an hour. Please go on in a while.', { letters }),
  },
  'corrected addresses': {
    // So that letters, whose credit comes back when they fail, can't be used to find out which addresses exist.
    what: 'letters that one person sends again to a corrected address',
    most: daily(20),
    sentence: said('That is a lot of corrected addresses for one day. Please go on tomorrow.'),
  },
  answer: {
    what: 'answers of one person in the app',
    most: hourly(60),
    sentence: said('That is a great many answers. Please go on a little later.'),
  },
  'answer unconfirmed': {
    what: 'the same, of a person whose address is not confirmed',
    most: daily(20),
    counter: 'answer',
    sentence: said('That is a great many answers. Please go on a little later.'),
  },
  'answers on a page': {
    what: 'answers on one letter’s page',
    most: hourly(20),
    sentence: said('That is a lot of answers within one hour. Please send this one in a while.'),
  },
  'forms on a page': {
    what: 'forms sent on one letter’s page',
    most: hourly(60),
    sentence: said('This form was sent very often within one hour. Please go on in a while.'),
  },
  // What a person reads of these is in `upload-quota.ts`: it names the hours that are left, and the file.
  'upload-photos': { what: 'files that one person uploads as photos', most: daily('UPLOAD_PHOTOS_A_DAY') },
  'upload-photos unconfirmed': {
    what: 'the same, of a person whose address is not confirmed',
    most: daily(40),
    counter: 'upload-photos',
  },
  'upload-photos on a page': {
    what: 'files that are uploaded on the page of one letter',
    most: daily(40),
    counter: 'upload-photos',
  },
  'upload-repetitions': {
    what: 'uploads that one person repeats, because the answer was lost',
    most: daily(200),
    // Translators: to the reader: more is possible tomorrow
    sentence: said('Please go on tomorrow.'),
  },
  export: {
    what: 'archives of one person’s account and correspondences together',
    most: hourly(5),
    sentence: said('You have taken your letters along a few times just now. Please try again in an hour.'),
  },
  'archives of all letters': {
    what: 'archives of the letters of one sender to one mailbox',
    most: hourly(5),
    sentence: said(
      'These letters were saved a few times just now. Please try again in an hour, with a fresh link.',
    ),
  },
  'links to all letters': {
    what: 'links to all letters of one sender, mailed to one mailbox, whoever asks',
    most: daily(LETTERS_LINKS_A_DAY),
  },
  'links to all letters by mail': {
    what: 'the same, asked for by the link in a mail of that mailbox',
    most: daily(LETTERS_LINKS_A_DAY),
  },
  'links to all letters from': {
    what: 'such links, asked for in one wide network, or by the link in one letter’s mail; further ones are dropped without a word',
    most: daily(30),
  },
  parsing: {
    what: 'milliseconds of CPU time to parse messages to one reply address; further ones are read later',
    most: hourly(20_000),
  },
  'operator secrets': {
    what: 'wrong secrets of the operator’s (metrics, incoming mail) from one network; the right one passes nevertheless',
    most: aQuarterHour(20),
    sentence: said('There were too many wrong secrets. Please wait a few minutes.'),
  },
  'alerts of reports': {
    what: 'mails to the operator of reports and complaints; when more come, a mail of troubles says so',
    most: daily(ALERTS_OF_REPORTS_A_DAY),
  },
  'alerts of reports of a sender': { what: 'of these, about one sender', most: daily(3) },
  'alerts of pauses': {
    what: 'mails to the operator of senders that are paused or ask for a look; when more come, a mail of troubles says so',
    most: daily(ALERTS_OF_REPORTS_A_DAY),
  },
  'alerts of one trouble': {
    what: 'alerts of one trouble to the operator; `/status` always has the whole',
    most: daily(6),
  },
} satisfies Record<string, LimitRow>;

export type LimitName = keyof typeof LIMITS;
