import { useQuery } from '@tanstack/react-query';
import { letterTotals } from '../../../../shared/conversations.ts';
import { LETTER_COST_CREDITS } from '../../../../shared/limits.ts';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Sentences } from '../../../components/sentences.tsx';
import samplePhoto from '../../../images/airmail-900.webp';
import { read } from '../../../lib/api.ts';
import { n, t } from '../../../lib/words.tsx';
import { usePerson } from '../../identity/use-person.ts';
import { useUser } from '../../identity/use-user.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import type { Sender } from '../letter-mail.ts';
import type { Wizard } from '../wizard-store.ts';
import styles from './sample-letter.module.css';
import { sampleAlt, useSampleLetter, WELCOME } from './use-sample-letter.ts';

interface SampleLetterProps {
  wizard: Wizard;
  uploads: UploadStore;
  sender: Sender;
  onReady: () => void;
}

/** Offered to those who have sent no letter yet. */
export default function SampleLetter({ wizard, uploads, sender, onReady }: SampleLetterProps) {
  const { credits } = useUser();
  const { emailVerified } = usePerson();
  const { data: totals } = useQuery({
    queryKey: ['/api/letter-totals'],
    queryFn: () => read('/api/letter-totals', letterTotals),
  });
  const { run, busy, failure } = useSampleLetter({ wizard, uploads, sender, credits, onReady });
  // Whoever sealed one that did not leave gets it offered again once their address is confirmed.
  const sentNone = totals && (totals.letters === 0 || (emailVerified && totals.sent === 0));
  if (!sentNone || credits === null) return null;
  return (
    <section className={styles.sample} aria-labelledby="sample-letter">
      <img
        className={styles.photo}
        src={samplePhoto}
        alt={sampleAlt()}
        width={900}
        height={675}
        loading="lazy"
      />
      <div className={styles.words}>
        <h2 id="sample-letter">{t('No letter at hand?')}</h2>
        <p>{t('Send yourself one of ours, to see how it arrives.')}</p>
        <p className="dim sm">
          <Sentences>
            {t('It goes to {address}.', { address: sender.email })}
            {postageMessage(credits)}
          </Sentences>
        </p>
        <Button variant="secondary" busy={busy} onClick={() => run()}>
          {t('Try a sample letter')}
        </Button>
        <Failure error={failure} what={t('It could not be fetched.')} />
      </div>
    </section>
  );
}

function postageMessage(credits: number): string {
  if (credits >= LETTER_COST_CREDITS)
    return n(LETTER_COST_CREDITS, 'It costs 1 credit.', 'It costs {n} credits.');
  const left = WELCOME.credits - LETTER_COST_CREDITS;
  return n(
    left,
    '{code} pays for it, and leaves you 1 credit.',
    '{code} pays for it, and leaves you {n} credits.',
    { code: WELCOME.code },
  );
}
