import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { leaveFocus } from '../../../lib/focus-at-first.ts';
import { t } from '../../../lib/words.tsx';
import { progressMessage, type Upload, type UploadQueue } from '../../uploads/upload-queue.ts';
import { pageNumbers, type UploadStore, withUploads } from '../../uploads/upload-store.ts';
import styles from './answer-photos.module.css';
import type { AnswerPhoto, AnswerStores } from './answer-store.ts';

interface AnswerPhotosProps {
  photos: readonly AnswerPhoto[];
  queue: UploadQueue;
  stores: AnswerStores;
}

export function AnswerPhotos({ photos, queue, stores: { draft, uploads } }: AnswerPhotosProps) {
  const items = withUploads<AnswerPhoto>(photos, queue);
  const pages = pageNumbers(items);
  if (items.length === 0) return null;
  return (
    <ol className={styles.photos} aria-label={t('Photos of your answer')}>
      {items.map((item) => {
        const number = pages.get(item.id) ?? 0;
        return (
          <li key={item.id}>
            {'file' in item ? (
              <UploadingPhoto upload={item} uploads={uploads} />
            ) : (
              <>
                <span className={styles.photo}>
                  <PhotoImage
                    photo={item}
                    size="thumbnail"
                    alt={t('Photo {number}: {file}', { number, file: item.originalName })}
                  />
                </span>
                <span className={styles.caption}>
                  <b className="serif">{number}</b>
                  <IconButton
                    ref={leaveFocus}
                    icon="close"
                    label={t('Remove photo {number}: {file}', { number, file: item.originalName })}
                    onClick={() => draft.dispatch({ type: 'photo-removed', id: item.id })}
                  />
                </span>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function UploadingPhoto({ upload, uploads }: { upload: Upload; uploads: UploadStore }) {
  const { id, file, status, reason, retryable } = upload;
  const failed = status === 'failed';
  return (
    <>
      <span className={styles.photo} data-failed={failed || undefined}>
        <span className={styles.state} role={failed ? 'alert' : undefined}>
          <b dir="auto">{file.name}</b>
          {failed ? reason : progressMessage(upload)}
        </span>
      </span>
      <span className={styles.caption}>
        {failed && retryable ? (
          <Button
            ref={leaveFocus}
            variant="quiet"
            size="sm"
            aria-label={t('Retry {file}', { file: file.name })}
            onClick={() => uploads.retry(id)}
          >
            {t('Retry')}
          </Button>
        ) : (
          <span />
        )}
        <IconButton
          ref={leaveFocus}
          icon="close"
          label={
            failed
              ? t('Remove {file}', { file: file.name })
              : t('Cancel upload of {file}', { file: file.name })
          }
          onClick={() => uploads.remove(id)}
        />
      </span>
    </>
  );
}
