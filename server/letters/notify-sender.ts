import { and, eq } from 'drizzle-orm';
import { joinSentences, type Said, said, type Words } from '../../shared/words.ts';
import { nameInMail } from '../../templates/parts/names.ts';
import { writtenDay } from '../../templates/parts/written-date.ts';
import type { Config } from '../core/config.ts';
import type { Transaction } from '../core/db/database.ts';
import type { Services } from '../core/services.ts';
import { wordsIn } from '../core/words.ts';
import { type PlainMail, plainMail } from '../mail/out/send-mail.ts';
import { users } from '../people/users/schema.ts';
import type { LetterRow } from './data.ts';

const SEND_AGAIN = said(
  'There you can send it once more: now or on another day, to the same address or to a corrected one.',
);

/** Letters that one mail names. */
const LISTED = 20;

export interface Undelivered {
  letter: LetterRow;
  reason: Said;
  /** in My Letters; sending it again when absent */
  advice?: Said;
  creditWaits?: boolean;
}

const creditBack = ({ t }: Words) => t('Its credit is back on your account.');

/** One mail, of however many letters of one sender. */
export const notifySender = (tx: Transaction, services: Services, letters: Undelivered[]): Promise<void> =>
  mailSender(tx, services, letters, (words, told) => undelivered(services.config, words, told));

/** One mail, of however many letters of one sender. */
export async function askWhetherArrived(tx: Transaction, services: Services, letters: LetterRow[]) {
  const about = letters.map((letter) => ({ letter }));
  await mailSender(tx, services, about, (words, told) => {
    const { t } = words;
    const link = lettersLink(services.config, words);
    const [first] = told;
    if (first === undefined || told.length > 1)
      return {
        subject: t('Did your letters arrive?'),
        paragraphs: [
          t(
            'We had to go back to an earlier copy of our records, and cannot tell whether these letters left. We did not send them a second time.',
          ),
        ],
        rows: [
          ...told.slice(0, LISTED).map(({ letter }) => [nameOf(letter), dayOf(words, letter).day]),
          ...andMore(words, told).map((more) => [more, '…']),
        ] as [string, string][],
        closing: joinSentences(
          [t('Their credits are back on your account.'), t('There you can send each of them once more.')],
          words.language,
        ),
        link,
      };
    const name = nameOf(first.letter);
    return {
      subject: t('Did your letter to {name} arrive?', { name }),
      paragraphs: [
        t(
          'We had to go back to an earlier copy of our records, and cannot tell whether your letter to {name} left. We did not send it a second time.',
          { name },
        ),
        joinSentences([t('If it did not arrive, send it again.'), creditBack(words)], words.language),
      ],
      link,
      closing: t('If it arrived, there is nothing to do.'),
    };
  });
}

export async function notifyOfRefund(tx: Transaction, services: Services, letter: LetterRow, given: boolean) {
  const name = nameOf(letter);
  await mailSender(tx, services, [{ letter }], (words) => {
    const { t } = words;
    return {
      subject: t('The credit of your letter to {name}', { name }),
      paragraphs: [
        given
          ? t('We looked at your letter to {name} that came back. Its credit is back on your account.', {
              name,
            })
          : t(
              'We looked at your letter to {name} that was reported as not delivered. We found nothing that says it did not arrive, so its credit stays spent.',
              { name },
            ),
      ],
      link: lettersLink(services.config, words),
      closing: t('If you think that we are wrong, please write to us by the support page.'),
    };
  });
}

const lettersLink = ({ publicUrl }: Config, { t }: Words) => ({
  address: `${publicUrl}/my-letters`,
  label: t('See your letters'),
});

type Notice = Omit<PlainMail, 'to'>;

/** Not to an address that is unverified, nor of letters that went to the sender's own. */
async function mailSender<About extends { letter: LetterRow }>(
  tx: Transaction,
  { config, queue }: Services,
  about: About[],
  compose: (words: Words, told: About[]) => Notice,
): Promise<void> {
  const [first] = about;
  if (!first) return;
  const { email, displayName: name, language, browserLanguage: browser } = users;
  const [sender] = await tx
    .select({ email, name, language, browser })
    .from(users)
    .where(and(eq(users.id, first.letter.userId), users.emailVerified));
  if (!sender) return;
  const own = sender.email.toLowerCase();
  const told = about.filter(({ letter }) => letter.recipientEmail.toLowerCase() !== own);
  if (told.length === 0) return;
  const words = wordsIn(config, sender.language, sender.browser);
  await queue.enqueue(
    tx,
    'send-mail',
    plainMail(config, words, { to: sender.email, name: sender.name, ...compose(words, told) }),
  );
}

/** A line for those that are not listed, if any. */
function andMore({ n }: Words, { length }: unknown[]): string[] {
  return length > LISTED ? [n(length - LISTED, 'and {n} more', 'and {n} more')] : [];
}

const nameOf = ({ recipientName, recipientEmail }: LetterRow) => nameInMail(recipientName) || recipientEmail;

function undelivered(config: Config, words: Words, told: Undelivered[]): Notice {
  const { t, say } = words;
  const [first] = told;
  if (first === undefined || told.length > 1)
    return {
      subject: t('Letters that did not arrive'),
      paragraphs: [
        ...told.slice(0, LISTED).map((each) => whatAndWhy(words, each)),
        ...andMore(words, told),
        t('Their credits are back on your account.'),
      ],
      link: lettersLink(config, words),
      closing: t('There you can send each of them once more.'),
    };
  const { letter, advice = SEND_AGAIN, creditWaits } = first;
  const conversation = `/my-letters?to=${letter.conversationId}`;
  return {
    subject: t('Your letter to {name} did not arrive', { name: nameOf(letter) }),
    paragraphs: [
      whatAndWhy(words, first),
      creditWaits
        ? t(
            'Its credit is not back yet: we look at this one ourselves, and you will hear from us when we have.',
          )
        : creditBack(words),
    ],
    link: { address: config.publicUrl + conversation, label: t('See the letter') },
    closing: say(advice),
  };
}

function whatAndWhy(words: Words, { letter, reason }: Undelivered): string {
  const { t, say, language } = words;
  const { recipientEmail } = letter;
  const name = nameOf(letter);
  const why = say(reason);
  const whom = why.includes(recipientEmail)
    ? name
    : t('{name} ({address})', { name, address: recipientEmail });
  const { day, waited } = dayOf(words, letter);
  const what = waited
    ? t('Your letter to {whom} that was to arrive on {day} did not arrive.', { whom, day })
    : t('Your letter to {whom} of {day} did not arrive.', { whom, day });
  return joinSentences([what, why], language);
}

/** Of one that waited for its day, that day. */
function dayOf(words: Words, letter: LetterRow): { day: string; waited: boolean } {
  const { queuedAt, createdAt, timeZone, arriveAt, arriveZone } = letter;
  return queuedAt === null && arriveAt
    ? { day: writtenDay({ words, writtenOn: arriveAt, timeZone: arriveZone }), waited: true }
    : { day: writtenDay({ words, writtenOn: queuedAt ?? createdAt, timeZone }), waited: false };
}
