import { useQuery } from '@tanstack/react-query';
import { letterTotals } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import samplePhoto from '../../../images/airmail-900.webp';
import { read } from '../../../lib/api.ts';
import { useUser } from '../../identity/use-user.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import type { Sender } from '../sender.ts';
import type { Wizard } from '../use-wizard.ts';
import styles from './sample-letter.module.css';
import { postageWords, SAMPLE_ALT } from './sample-messages.ts';
import { useSampleLetter } from './use-sample-letter.ts';

interface SampleLetterProps {
  wizard: Wizard;
  uploads: UploadStore;
  sender: Sender;
  /** the letter is ready to be looked at and sent */
  onReady: () => void;
}

/** For whoever has sent nothing yet and has no letter at hand: one of ours, to themselves, in two taps. */
export default function SampleLetter({ wizard, uploads, sender, onReady }: SampleLetterProps) {
  const { credits } = useUser();
  const { data: totals } = useQuery({
    queryKey: ['/api/letter-totals'],
    queryFn: () => read('/api/letter-totals', letterTotals),
  });
  const { begin, busy } = useSampleLetter({ wizard, uploads, sender, credits, onReady });
  if (totals?.letters !== 0 || credits === null) return null;
  return (
    <section className={styles.sample} aria-labelledby="sample-letter">
      <img
        className={styles.photo}
        src={samplePhoto}
        alt={SAMPLE_ALT}
        width={900}
        height={675}
        loading="lazy"
      />
      <div className={styles.words}>
        <h2 id="sample-letter">No letter at hand?</h2>
        <p>Send yourself one of ours, to see how it arrives.</p>
        <p className="dim sm">
          It goes to {sender.email}. {postageWords(credits)}
        </p>
        <Button variant="secondary" busy={busy} onClick={begin}>
          Try a sample letter
        </Button>
      </div>
    </section>
  );
}
