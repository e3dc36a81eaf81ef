import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { statusPhrase } from '../../../shared/letter-status-words.ts';
import type { Letter } from '../../../shared/letters.ts';
import { joinSentences } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { classNames } from '../../lib/class-names.ts';
import { currentWords, language, n, t } from '../../lib/words.tsx';
import { NeedCreditsDialog } from '../credits/lazy-need-credits-dialog.ts';
import { batchQuery } from './batch-query.ts';
import styles from './batch-states.module.css';
import { useRetryLetters } from './use-retry-letters.ts';

/** Kept up to date by the events of letters. */
export function BatchStates({ batchId, className }: { batchId: string; className?: string | undefined }) {
  const query = useQuery(batchQuery(batchId));
  const letters = query.data;
  if (!letters)
    return (
      <ReadFailure query={query} title={t('Who gets it')} className={className}>
        {t('This could not be fetched.')}
      </ReadFailure>
    );
  if (letters.length < 2) return null;
  return (
    <section className={classNames(styles.states, className)} aria-label={t('Who gets it')}>
      <ul aria-live="polite">
        {letters.map((letter) => (
          <li className="row" key={letter.id}>
            <Link to={`/my-letters?to=${letter.conversationId}`}>
              <bdi>{letter.recipientName.trim() || letter.recipientEmail}</bdi>
            </Link>{' '}
            <span className="dim sm" data-tone={letter.canRetry ? 'trouble' : undefined}>
              {statusPhrase(letter.status, currentWords())}
            </span>
            {letter.canRetry && letter.statusReason ? <p>{letter.statusReason}</p> : null}
          </li>
        ))}
      </ul>
      <SendAgain letters={letters.filter(({ canRetry }) => canRetry)} />
    </section>
  );
}

function SendAgain({ letters }: { letters: Letter[] }) {
  const { retry, sending, failures, needsCredits, forget } = useRetryLetters(letters);
  const [first] = letters;
  const problems = failures.map((cause) => messageForPerson(cause, t('Please try once more.')));
  return (
    <>
      {first ? (
        <div className={styles.again}>
          <p>
            <Sentences>
              {n(
                letters.length,
                'It did not reach one of them. That credit is yours again.',
                'It did not reach {n} of them. Those credits are yours again.',
              )}
              {t('With another address it can go to each of them from My Letters.')}
            </Sentences>
          </p>
          <Button variant="secondary" size="sm" busy={sending} onClick={() => retry()}>
            {n(
              letters.length,
              'Send it again to the one it did not reach',
              'Send it again to those it did not reach',
            )}
          </Button>
        </div>
      ) : null}
      <Failure error={joinSentences([...new Set(problems)], language())} what={t('Not sent again.')} />
      {needsCredits && first ? (
        <NeedCreditsDialog
          onClose={forget}
          recipientName={first.recipientName}
          people={letters.length}
          onSend={() => void retry()}
        />
      ) : null}
    </>
  );
}
