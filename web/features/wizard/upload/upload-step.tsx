import { useLayoutEffect, useRef } from 'react';
import { Envelope } from '../../../components/envelope.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { t } from '../../../lib/words.tsx';
import { creditsText } from '../../credits/credits-text.ts';
import { envelopeMessage } from '../../uploads/upload-messages.ts';
import { roomLeft, type UploadQueue } from '../../uploads/upload-queue.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import { useIncomingFiles } from '../../uploads/use-incoming-files.ts';
import type { Sender } from '../letter-mail.ts';
import { isNobody, isRecipientComplete, postageOf } from '../recipients.ts';
import { StepAction } from '../step-action.tsx';
import layout from '../step-layout.module.css';
import type { Wizard } from '../wizard-store.ts';
import { PhotoDropzone } from './photo-dropzone.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import styles from './upload-step.module.css';

const WelcomeOffer = lazyPart(async () => (await import('../../credits/welcome-offer.tsx')).WelcomeOffer);
const SampleLetter = lazyPart(async () => (await import('../sample/sample-letter.tsx')).default);
/** Below what is pressed first: it comes late, and moves nothing. */
const NextOccasion = lazyPart(async () => (await import('../../recipients/next-occasion.tsx')).NextOccasion);

interface UploadStepProps {
  wizard: Wizard;
  uploads: UploadStore;
  queue: UploadQueue;
  sender: Sender;
  onContinue: () => void;
  onComplete: () => void;
}

export function UploadStep({ wizard, uploads, queue, sender, onContinue, onComplete }: UploadStepProps) {
  const { photos, recipient } = wizard.state;
  const browse = useRef<HTMLButtonElement>(null);
  const room = roomLeft(photos.length, queue);
  const over = useIncomingFiles(uploads.add);
  const shown = useIsShown();
  const isEmpty = photos.length === 0 && queue.length === 0;
  const wasEmpty = useRef(isEmpty);
  // When the dropzone makes way for the tile, or the tile for it, what had the focus is gone.
  useLayoutEffect(() => {
    if (document.activeElement === document.body && wasEmpty.current !== isEmpty)
      browse.current?.focus({ preventScroll: true });
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  // Not after the person has gone to another page.
  const complete = () => {
    if (shown.current) onComplete();
  };
  const dropzone = (
    <PhotoDropzone over={over} room={room} isTile={!isEmpty} browseRef={browse} onFiles={uploads.add} />
  );

  return (
    <div className={layout.work}>
      <section className={styles.sheet}>
        <div className="lead">
          <h1 tabIndex={-1}>{t('Lay out your pages')}</h1>
        </div>
        <WelcomeOffer />
        {isEmpty ? (
          <>
            {dropzone}
            <SampleLetter wizard={wizard} uploads={uploads} sender={sender} onReady={complete} />
            {isNobody(recipient) ? <NextOccasion /> : null}
          </>
        ) : (
          <PhotoGrid wizard={wizard} uploads={uploads} queue={queue} room={room} tile={dropzone} />
        )}
      </section>
      <aside className={layout.side} aria-label={t('Your envelope')}>
        <Envelope from={sender} to={isRecipientComplete(recipient) ? recipient : null} photos={photos} />
        <dl className="facts">
          <dt>{t('Photos')}</dt>
          <dd>{envelopeMessage(photos.length, queue)}</dd>
          <dt>{t('Postage')}</dt>
          <dd>{creditsText(postageOf(wizard.state))}</dd>
        </dl>
        <div className={layout.dock} data-dock>
          <StepAction
            whyNot={
              photos.length > 0
                ? null
                : queue.length > 0
                  ? t('No photo has arrived yet.')
                  : t('It needs a photo of your letter first.')
            }
            place={() => browse.current}
            onClick={onContinue}
          >
            {t('Continue to Recipient')}
          </StepAction>
        </div>
      </aside>
    </div>
  );
}
