import { Suspense, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Envelope } from '../../../components/envelope.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { dispensable } from '../../../lib/dispensable.ts';
import type { Sender } from '../sender.ts';
import layout from '../step-layout.module.css';
import type { Wizard } from '../use-wizard.ts';
import { isRecipientComplete } from '../wizard-state.ts';
import { ContactSheet } from './contact-sheet.tsx';
import { MailSlot } from './mail-slot.tsx';
import { roomLeft, type UploadQueue } from './upload-queue.ts';
import type { UploadStore } from './upload-store.ts';
import { envelopeWording } from './upload-words.ts';
import { useIncomingFiles } from './use-incoming-files.ts';

/** Only an empty desk has room for it. */
const SampleLetter = dispensable(() => import('../sample/sample-letter.tsx'));

interface UploadStepProps {
  wizard: Wizard;
  uploads: UploadStore;
  queue: UploadQueue;
  sender: Sender;
  onContinue: () => void;
  /** the whole letter is there: it can be looked at and sent */
  onWhole: () => void;
}

/** Step one: photos of the handwritten letter, in the order of its pages. */
export function UploadStep({ wizard, uploads, queue, sender, onContinue, onWhole }: UploadStepProps) {
  const { photos, recipient } = wizard.state;
  const browse = useRef<HTMLButtonElement>(null);
  const room = roomLeft(photos.length, queue);
  const over = useIncomingFiles(uploads.add);

  return (
    <div className={layout.work}>
      <Sheet>
        <div className={layout.lead}>
          <h1 tabIndex={-1}>Lay out your pages</h1>
          <p className="dim sm">The first photo opens the letter. Drag to change the order.</p>
        </div>
        <MailSlot over={over} room={room} browseRef={browse} onFiles={uploads.add} />
        <ContactSheet
          wizard={wizard}
          uploads={uploads}
          queue={queue}
          room={room}
          onBrowse={() => browse.current?.click()}
          onEmptied={() => browse.current?.focus()}
        />
        {photos.length === 0 ? (
          <Suspense>
            <SampleLetter wizard={wizard} uploads={uploads} sender={sender} onReady={onWhole} />
          </Suspense>
        ) : null}
      </Sheet>
      <aside className={layout.side} aria-label="Your envelope">
        <Envelope
          from={sender}
          to={isRecipientComplete(recipient) ? recipient : null}
          photos={photos}
          stamp="hole"
        />
        <dl className={layout.manifest}>
          <dt>Photos</dt>
          <dd>{envelopeWording(photos.length, queue)}</dd>
          <dt>Postage</dt>
          <dd>1 credit</dd>
        </dl>
        <div className={layout.dock} data-dock>
          <Button className={layout.onward} disabled={photos.length === 0} onClick={onContinue}>
            Continue to Recipient
          </Button>
        </div>
      </aside>
    </div>
  );
}
