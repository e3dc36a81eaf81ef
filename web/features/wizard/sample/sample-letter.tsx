import { useQuery } from '@tanstack/react-query';
import { letterTotals } from '../../../../shared/conversations.ts';
import type { Coupon } from '../../../../shared/credits.ts';
import { LETTER_COST_CREDITS } from '../../../../shared/limits.ts';
import { NAME_PLACEHOLDER } from '../../../../templates/message.ts';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Sentences } from '../../../components/sentences.tsx';
import samplePhoto from '../../../images/airmail-900.webp';
import sentPhoto from '../../../images/airmail-1600.webp';
import { queryOf } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { n, t } from '../../../lib/words.tsx';
import { useCoupon } from '../../credits/use-coupon.ts';
import { useWelcomeCoupon } from '../../credits/welcome-coupon.ts';
import { usePerson } from '../../identity/use-person.ts';
import { useUser } from '../../identity/use-user.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import type { Sender } from '../letter-mail.ts';
import type { Wizard } from '../wizard-store.ts';
import styles from './sample-letter.module.css';

const sampleMessage = () =>
  t(
    `Dear {name},

This is what arrives when you send a letter from here: the photo of the page, whole, and a few words from you.

Answer this mail, and your answer will lie beside the letter in My Letters.`,
    { name: NAME_PLACEHOLDER },
  );

const sampleAlt = () =>
  t(
    'A handwritten airmail letter. Lisbon, the third of May. Dear Bea, the tram outside my room goes by every eleven minutes and rings its bell like a person remembering something. I keep the photograph of your porch above the desk. Ever yours, Maren',
  );

interface SampleLetterProps {
  wizard: Wizard;
  uploads: UploadStore;
  sender: Sender;
  onReady: () => void;
}

/** Offered to those who have sent no letter yet. */
export default function SampleLetter(props: SampleLetterProps) {
  const { credits } = useUser();
  const { emailVerified } = usePerson();
  const { data: totals } = useQuery(queryOf('/api/letter-totals', letterTotals));
  const welcome = useWelcomeCoupon();
  const coupon = credits !== null && credits < LETTER_COST_CREDITS ? welcome : null;
  const { run, busy, failure } = useSampleLetter(props, coupon);
  // Offered again, once the address is confirmed, to somebody whose sealed letter was never sent.
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
            {t('It goes to {address}.', { address: props.sender.email })}
            {postageMessage(coupon)}
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

function postageMessage(coupon: Coupon | null): string {
  if (!coupon) return n(LETTER_COST_CREDITS, 'It costs 1 credit.', 'It costs {n} credits.');
  const left = coupon.freeCredits - LETTER_COST_CREDITS;
  return n(
    left,
    '{code} pays for it, and leaves you 1 credit.',
    '{code} pays for it, and leaves you {n} credits.',
    { code: coupon.code },
  );
}

/** Makes the sample the letter in progress, addressed to its sender. @param coupon for its postage */
function useSampleLetter({ wizard, uploads, sender, onReady }: SampleLetterProps, coupon: Coupon | null) {
  const { apply } = useCoupon();

  /** Fills in the other fields after the photo's upload, so that a failed upload changes nothing. */
  async function upload(file: File) {
    uploads.add([file]);
    const id = uploads.get().at(-1)?.id;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = uploads.onSettled((_, arrived) => {
      stop();
      resolve();
      // If its upload was cancelled, the photo that arrives is another, the person's own.
      if (id === undefined || !arrived.includes(id)) return;
      wizard.dispatch({ type: 'photo-described', id, alt: sampleAlt() });
      // The sample goes to its sender alone.
      for (const { email } of wizard.state.others) wizard.dispatch({ type: 'other-removed', email });
      const recipient = { id: null, name: sender.name, email: sender.email, greetingName: '' };
      wizard.dispatch({ type: 'recipient-chosen', recipient });
      wizard.dispatch({ type: 'changed', change: { arrival: null, stamp: false, message: sampleMessage() } });
      onReady();
    });
    await promise;
  }

  return useAction('The sample letter could not be fetched', async () => {
    const answer = await fetch(sentPhoto);
    if (!answer.ok) throw new Error(`The sample's photo could not be fetched: ${answer.status}`);
    const file = new File([await answer.blob()], 'sample-letter.webp', { type: 'image/webp' });
    // A missing credit is asked for when the letter is sent.
    if (coupon) await apply(coupon.code);
    await upload(file);
  });
}
