import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { PHOTOS_PER_REPLY, REPLY_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { TextArea } from '../../../components/text-field.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useStore } from '../../../lib/store.ts';
import { takeFiles } from '../../../lib/take-files.ts';
import { n, T, t } from '../../../lib/words.tsx';
import { roomLeft } from '../../uploads/upload-queue.ts';
import styles from './answer-box.module.css';
import { AnswerPhotos } from './answer-photos.tsx';
import { type AnswerStores, answerStores } from './answer-store.ts';
import { useSendAnswer } from './use-send-answer.ts';

interface AnswerBoxProps {
  conversationId: string;
  uid: string;
  name: string;
  field: RefObject<HTMLTextAreaElement | null>;
}

export function AnswerBox({ conversationId, uid, name, field }: AnswerBoxProps) {
  const stores = answerStores(uid, conversationId);
  const draft = useStore(stores.draft);
  const queue = useStore(stores.uploads);
  const { send, sending, error, clearError } = useSendAnswer(conversationId, stores);
  const room = roomLeft(draft.photos.length, queue);
  const over = draft.body.trim().length - REPLY_MAX_CHARACTERS;
  useFullWarning(stores);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    await send();
    // After success and failure alike the person can continue writing.
    field.current?.focus();
  }

  return (
    <form className={styles.box} onSubmit={submit} aria-label={t('Your answer')} tabIndex={-1}>
      <TextArea
        label={t('Your answer')}
        hint={
          <T
            text="Answering is free: no credit is spent. {name} gets it by e-mail, and it shows here."
            name={name}
          />
        }
        error={error?.about === 'text' ? error.message : null}
        ref={field}
        rows={5}
        value={draft.body}
        readOnly={sending}
        onText={(body) => {
          if (error) clearError();
          stores.draft.dispatch({ type: 'typed', body });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
        }}
      />
      {/* Pasted text is never cut. */}
      {over > 0 ? (
        <p className="trouble sm">{n(over, '1 character too many', '{n} characters too many')}</p>
      ) : null}
      <AnswerPhotos photos={draft.photos} queue={queue} stores={stores} />
      {error?.about === 'sending' ? (
        <p role="alert" className="trouble sm">
          {error.message}
        </p>
      ) : null}
      <div className="actions">
        <Button type="submit" busy={sending}>
          {sending ? t('Sending...') : t('Send answer')}
        </Button>
        <AddPhotos room={room} disabled={sending} onFiles={stores.uploads.add} />
      </div>
    </form>
  );
}

interface AddPhotosProps {
  room: number;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

function AddPhotos({ room, disabled, onFiles }: AddPhotosProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="secondary" disabled={disabled || room === 0} onClick={() => chooser.current?.click()}>
        <Icon name="camera" />
        {room === 0 ? n(PHOTOS_PER_REPLY, '1 photo: full', '{n} photos: full') : t('Add photos')}
      </Button>
      <input
        ref={chooser}
        hidden
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        aria-label={t('Photos of your answer')}
        onChange={takeFiles(onFiles)}
      />
    </>
  );
}

function useFullWarning({ uploads }: AnswerStores) {
  const toast = useToast();
  useEffect(
    () =>
      uploads.onSettled(({ leftOut }) => {
        if (leftOut === 0) return;
        toast({
          title: n(leftOut, '1 photo was left out', '{n} photos were left out'),
          description: n(
            PHOTOS_PER_REPLY,
            'An answer holds at most 1 photo.',
            'An answer holds at most {n} photos.',
          ),
        });
      }),
    [uploads, toast],
  );
}
