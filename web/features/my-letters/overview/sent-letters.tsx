import { Link } from 'react-router';
import { STATUS } from '../../../../shared/letter-status.ts';
import { statusWord } from '../../../../shared/letter-status-words.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { messageOf } from '../../../../templates/message.ts';
import { andOthers } from '../../../lib/and-others.ts';
import { currentWords, t } from '../../../lib/words.tsx';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { mailboxPath } from '../chosen-recipient.ts';
import { letterDate } from '../letter-dates.ts';
import { useLetters } from '../letters-queries.ts';
import { EnvelopeEntry } from './envelope-entry.tsx';
import styles from './envelopes.module.css';

/** The newest letters that were sent; nothing before the first. */
export function SentLetters() {
  const letters = (useLetters(null).data ?? []).filter(({ status }) => status !== STATUS.scheduled);
  if (letters.length === 0) return null;
  return (
    <section aria-labelledby="sent-letters">
      <div className={styles.head}>
        <h2 id="sent-letters">{t('Sent by you')}</h2>
      </div>
      <ul className={styles.envelopes}>
        {letters.map((letter) => (
          <li key={letter.id}>
            <Link className={styles.envelope} to={mailboxPath(recipientKey(letter.recipientEmail))}>
              <EnvelopeEntry
                name={andOthers(
                  letter.recipientName.trim() || letter.recipientEmail,
                  letter.batch ? letter.batch.size - 1 : 0,
                )}
                text={messageOf(letter).replace(/\s+/g, ' ').trim()}
                photo={letter.photos[0] ?? null}
                at={letterDate(letter)}
                mark={markOf(letter)}
                marked={false}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of a letter to several people, how many it was sent to; until all, or none. */
function markOf({ status, batch }: Letter): string {
  if (!batch || batch.sent === 0 || batch.sent === batch.size) return statusWord(status, currentWords());
  return t('{sent} of {all} sent', { sent: batch.sent, all: batch.size });
}
