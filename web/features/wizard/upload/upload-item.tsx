import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/words.tsx';
import { isPdf, progressMessage, type Upload } from '../../uploads/upload-queue.ts';
import styles from './photo-grid.module.css';

interface UploadItemProps {
  upload: Upload;
  newest: boolean;
  /** its page, from 1; null for a file that was refused */
  number: number | null;
  mayRetry: boolean;
  onRetry: () => void;
  onRemove: () => void;
}

export function UploadItem({ upload, newest, number, mayRetry, onRetry, onRemove }: UploadItemProps) {
  const { file, status, reason, retryable } = upload;
  const failed = status === 'failed';
  return (
    <li
      className={classNames(styles.photo, failed && styles.failed)}
      aria-label={
        number === null ? file.name : t('Photo {number}: {description}', { number, description: file.name })
      }
      data-newest={newest || undefined}
    >
      <div className={styles.frame}>
        {failed ? (
          <div className={styles.reason} role="alert">
            <Icon name="alert" />
            <p>
              <b dir="auto">{file.name}</b>
              <br />
              {reason}
            </p>
          </div>
        ) : (
          <LocalImage file={file} shown={status === 'uploading'} />
        )}
        {status === 'uploading' ? <Progress upload={upload} /> : null}
      </div>
      <div className={styles.caption}>
        {number === null ? null : <span className={styles.number}>{number}</span>}
        {failed ? (
          <>
            {retryable && mayRetry ? (
              <Button
                variant="quiet"
                size="sm"
                onClick={onRetry}
                aria-label={t('Retry {file}', { file: file.name })}
              >
                {t('Retry')}
              </Button>
            ) : null}
            <Button
              variant="quiet"
              size="sm"
              onClick={onRemove}
              aria-label={t('Remove {file}', { file: file.name })}
            >
              {t('Remove')}
            </Button>
          </>
        ) : (
          <>
            <span className={classNames(styles.name, styles.progressing)}>{progressMessage(upload)}</span>
            <IconButton
              icon="close"
              label={t('Cancel upload of {file}', { file: file.name })}
              onClick={onRemove}
            />
          </>
        )}
      </div>
    </li>
  );
}

function Progress({ upload }: { upload: Upload }) {
  const percent = Math.floor(upload.progress * 100);
  return (
    <span
      className={classNames(styles.bar, upload.progress >= 1 && styles.converting)}
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={progressMessage(upload)}
      aria-label={
        isPdf(upload.file)
          ? t('Reading {file}', { file: upload.file.name })
          : t('Uploading {file}', { file: upload.file.name })
      }
    >
      <i style={{ width: `${percent}%` }} />
    </span>
  );
}

/** Only files that are being sent are decoded: twenty photos of fifty megapixels would overfill a phone's memory. */
function LocalImage({ file, shown }: { file: File; shown: boolean }) {
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
