import { Button, IconButton } from '../../../components/button.tsx';
import { PhotoImage } from '../../../components/photo-image.tsx';
import type { Upload, UploadQueue } from '../../uploads/upload-queue.ts';
import { pagesInOrder } from '../../uploads/upload-store.ts';
import type { AnswerPhoto } from './answer-draft.ts';
import styles from './answer-photos.module.css';
import type { AnswerStores } from './answer-store.ts';

interface AnswerPhotosProps {
  photos: readonly AnswerPhoto[];
  queue: UploadQueue;
  stores: AnswerStores;
}

/** Photos of an answer in progress: those that are there, those on their way, those that failed and why. */
export function AnswerPhotos({ photos, queue, stores: { draft, uploads } }: AnswerPhotosProps) {
  const pages = pagesInOrder<AnswerPhoto>(photos, queue);
  if (pages.length === 0) return null;
  return (
    <ol className={styles.photos} aria-label="Photos of your answer">
      {pages.map((page, index) => (
        <li key={page.id}>
          {'file' in page ? (
            <UploadingPhoto
              upload={page}
              onRetry={() => uploads.retry(page.id)}
              onRemove={() => uploads.remove(page.id)}
            />
          ) : (
            <>
              <span className={styles.well}>
                <PhotoImage
                  url={page.url}
                  size="thumbnail"
                  alt={`Photo ${index + 1}: ${page.originalName}`}
                  width={page.width}
                  height={page.height}
                />
              </span>
              <span className={styles.caption}>
                <b className="serif">{index + 1}</b>
                <IconButton
                  icon="close"
                  label={`Remove photo ${index + 1}: ${page.originalName}`}
                  onClick={() => draft.dispatch({ type: 'photo-removed', id: page.id })}
                />
              </span>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function UploadingPhoto({
  upload: { file, status, progress, reason, retryable },
  onRetry,
  onRemove,
}: {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}) {
  const percent = Math.floor(progress * 100);
  const words = status === 'waiting' ? 'Waiting' : progress >= 1 ? 'Converting…' : `Uploading ${percent}%`;
  const failed = status === 'failed';
  return (
    <>
      <span className={styles.well} data-failed={failed || undefined}>
        <span className={styles.state} role={failed ? 'alert' : undefined}>
          <b>{file.name}</b>
          {failed ? reason : words}
        </span>
      </span>
      <span className={styles.caption}>
        {failed && retryable ? (
          <Button variant="quiet" size="sm" aria-label={`Retry ${file.name}`} onClick={onRetry}>
            Retry
          </Button>
        ) : (
          <span />
        )}
        <IconButton
          icon="close"
          label={failed ? `Remove ${file.name}` : `Cancel upload of ${file.name}`}
          onClick={onRemove}
        />
      </span>
    </>
  );
}
