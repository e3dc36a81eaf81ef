import { sql } from 'drizzle-orm';
import { joinSentences, type Said, said, type Words } from '../../shared/words.ts';
import { nameInMail } from '../../templates/parts/names.ts';
import { writtenDay } from '../../templates/parts/written-date.ts';
import type { Config } from '../core/config.ts';
import type { Transaction } from '../core/db/database.ts';
import type { Services } from '../core/services.ts';
import { wordsIn } from '../core/words.ts';
import { type PlainMail, plainMail } from '../mail/out/send-mail.ts';
import type { LetterRow } from './data.ts';

const SEND_AGAIN = said(
  'There you can send it once more: now or on another day, to the same address or to a corrected one.',
);

export interface FailureNotice {
  reason: Said;
  /** in My Letters; sending it again when absent */
  advice?: Said;
  creditWaits?: boolean;
}

const creditBack = ({ t }: Words) => t('Its credit is back on your account.');

export const notifySender = (
  tx: Transaction,
  services: Pick<Services, 'config' | 'queue'>,
  letter: LetterRow,
  notice: FailureNotice,
): Promise<void> =>
  mailSender(tx, services, letter, (words) => undelivered(services.config, words, letter, notice));

export async function askWhetherArrived(
  tx: Transaction,
  services: Pick<Services, 'config' | 'queue'>,
  letter: LetterRow,
): Promise<void> {
  const name = nameOf(letter);
  await mailSender(tx, services, letter, (words) => {
    const { t } = words;
    return {
      subject: t('Did your letter to {name} arrive?', { name }),
      paragraphs: [
        t(
          'We had to go back to an earlier copy of our records, and cannot tell whether your letter to {name} left. We did not send it a second time.',
          { name },
        ),
        joinSentences([t('If it did not arrive, send it again.'), creditBack(words)], words.language),
      ],
      link: lettersLink(services.config, words),
      closing: t('If it arrived, there is nothing to do.'),
    };
  });
}

export async function notifyOfRefund(
  tx: Transaction,
  services: Pick<Services, 'config' | 'queue'>,
  letter: LetterRow,
  given: boolean,
): Promise<void> {
  const name = nameOf(letter);
  await mailSender(tx, services, letter, (words) => {
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

/** Not to an address that is unverified, bounced, or that this letter did not reach. */
async function mailSender(
  tx: Transaction,
  { config, queue }: Pick<Services, 'config' | 'queue'>,
  letter: LetterRow,
  compose: (words: Words) => Notice,
): Promise<void> {
  const { rows } = await tx.execute<{
    email: string;
    name: string | null;
    language: string | null;
    browser: string | null;
  }>(sql`
    select u.email, u.display_name as name, u.language, u.browser_language as browser from users u
    where u.id = ${letter.userId} and u.email_verified
      and lower(u.email) <> ${letter.recipientEmail.toLowerCase()}
      and not exists (select 1 from suppressions s where s.email = lower(u.email))`);
  const [sender] = rows;
  if (!sender) return;
  const words = wordsIn(config, sender.language, sender.browser);
  await queue.enqueue(
    tx,
    'send-mail',
    plainMail(config, words, { to: sender.email, name: sender.name, ...compose(words) }),
  );
}

const nameOf = ({ recipientName, recipientEmail }: LetterRow) => nameInMail(recipientName) || recipientEmail;

function undelivered(
  config: Config,
  words: Words,
  letter: LetterRow,
  { reason, advice = SEND_AGAIN, creditWaits = false }: FailureNotice,
): Notice {
  const { t, say } = words;
  const { recipientEmail, queuedAt, createdAt, timeZone, arriveAt, arriveZone } = letter;
  const name = nameOf(letter);
  const why = say(reason);
  const whom = why.includes(recipientEmail)
    ? name
    : t('{name} ({address})', { name, address: recipientEmail });
  const conversation = `/my-letters?to=${encodeURIComponent(recipientEmail.trim().toLowerCase())}`;
  // Of one that waited for its day, that day.
  const what =
    queuedAt === null && arriveAt
      ? t('Your letter to {whom} that was to arrive on {day} did not arrive.', {
          whom,
          day: writtenDay({ words, writtenOn: arriveAt, timeZone: arriveZone }),
        })
      : t('Your letter to {whom} of {day} did not arrive.', {
          whom,
          day: writtenDay({ words, writtenOn: queuedAt ?? createdAt, timeZone }),
        });
  return {
    subject: t('Your letter to {name} did not arrive', { name }),
    paragraphs: [
      joinSentences([what, why], words.language),
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
