import { useEffect, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { classNames } from '../../../lib/class-names.ts';
import type { Upload } from '../../uploads/upload-queue.ts';
import styles from './photo-grid.module.css';

interface UploadPageProps {
  upload: Upload;
  /** page number, from 1 */
  number: number;
  /** the letter has room for it */
  mayRetry: boolean;
  onRetry: () => void;
  onRemove: () => void;
}

/** A page on its way: its progress, a way to stop it, and what to do when it failed. */
export function UploadPage({ upload, number, mayRetry, onRetry, onRemove }: UploadPageProps) {
  const { file, status, reason, retryable } = upload;
  const failed = status === 'failed';
  return (
    <li
      className={classNames(styles.page, failed && styles.failed)}
      aria-label={`Photo ${number}: ${file.name}`}
    >
      <div className={styles.well}>
        {failed ? (
          <div className={styles.reason} role="alert">
            <Icon name="alert" />
            <p>
              <b>{file.name}</b>
              <br />
              {reason}
            </p>
          </div>
        ) : (
          <Undeveloped file={file} shown={status === 'uploading'} />
        )}
        {status === 'uploading' ? <Progress upload={upload} /> : null}
      </div>
      <div className={styles.caption}>
        <span className={styles.number}>{number}</span>
        {failed ? (
          <>
            {retryable && mayRetry ? (
              <Button variant="quiet" size="sm" onClick={onRetry} aria-label={`Retry ${file.name}`}>
                Retry
              </Button>
            ) : null}
            <Button variant="quiet" size="sm" onClick={onRemove} aria-label={`Remove ${file.name}`}>
              Remove
            </Button>
          </>
        ) : (
          <>
            <span className={classNames(styles.name, styles.progressing)}>{wordingOf(upload)}</span>
            <IconButton
              icon="close"
              label={`Cancel upload of ${file.name}`}
              className={styles.tool}
              onClick={onRemove}
            />
          </>
        )}
      </div>
    </li>
  );
}

function percentOf({ progress }: Upload): number {
  return Math.floor(progress * 100);
}

function wordingOf(upload: Upload): string {
  if (upload.status === 'waiting') return 'Waiting';
  // All bytes are there; the server turns them into a photo.
  return upload.progress >= 1 ? 'Converting…' : `Uploading ${percentOf(upload)}%`;
}

function Progress({ upload }: { upload: Upload }) {
  const percent = percentOf(upload);
  return (
    <span
      className={classNames(styles.bar, upload.progress >= 1 && styles.developing)}
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={wordingOf(upload)}
      aria-label={`Uploading ${upload.file.name}`}
    >
      <i style={{ width: `${percent}%` }} />
    </span>
  );
}

/**
 * The file as the browser can show it before the server has. Only what is on the wire is drawn: twenty photos of
 * fifty megapixels would be more than a phone can hold.
 */
function Undeveloped({ file, shown }: { file: File; shown: boolean }) {
  const [src, setSrc] = useState<string | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const url = URL.createObjectURL(file);
    setSrc(url);
    return () => {
      URL.revokeObjectURL(url);
      setSrc(null);
    };
  }, [file, shown]);
  // HEIC, in most browsers
  if (!src || unreadable) return <span className={styles.blank}>{file.name}</span>;
  return (
    <img className={styles.faint} src={src} alt="" decoding="async" onError={() => setUnreadable(true)} />
  );
}
