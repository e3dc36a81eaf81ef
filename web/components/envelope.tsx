import type { UploadedPhoto } from '../../shared/photos.ts';
import { classNames } from '../lib/class-names.ts';
import styles from './envelope.module.css';
import { PhotoImage } from './photo-image.tsx';
import { Cancellation } from './postmark.tsx';
import { Stamp } from './stamp.tsx';

/** Names of more characters are set smaller, so that two lines hold more of them. */
const LONG_NAME = 24;

interface EnvelopeProps {
  from: { name: string; email: string };
  to: { name: string; email: string } | null;
  /** in an open envelope, which has no stamp yet; absent for a closed one */
  photos?: readonly Pick<UploadedPhoto, 'url' | 'width' | 'height'>[];
  /** of one that was sent */
  cancelledAt?: Date | undefined;
  className?: string | undefined;
}

export function Envelope({ from, to, photos, cancelledAt, className }: EnvelopeProps) {
  return (
    <div className={classNames(styles.envelope, !photos && styles.closed, className)}>
      {photos ? (
        <>
          <div className={classNames(styles.flap, 'lining')} />
          <div className={styles.peek} aria-hidden="true">
            {photos.slice(0, 3).map((photo) => (
              <PhotoImage
                key={photo.url}
                photo={photo}
                size="thumbnail"
                sizes="200px"
                alt=""
                whenBroken="hidden"
              />
            ))}
          </div>
        </>
      ) : null}
      <div className={styles.face}>
        <div className={classNames(styles.from, cancelledAt && styles.struck)}>
          {from.name ? (
            <div title={from.name} dir="auto">
              {from.name}
            </div>
          ) : null}
          <div title={from.email} dir="auto">
            {from.email}
          </div>
        </div>
        <div className={styles.corner}>
          {photos ? <div className={styles.hole} /> : <Stamp className={styles.stamp} />}
        </div>
        <address className={styles.to}>
          {to ? (
            <>
              <b className={classNames(to.name.length > LONG_NAME && styles.long)} title={to.name}>
                <span dir="auto">{to.name}</span>
              </b>
              <div title={to.email}>
                <span dir="auto">{to.email}</span>
              </div>
            </>
          ) : (
            <>
              <b className={styles.blank} />
              <div className={styles.blank} />
            </>
          )}
        </address>
        {cancelledAt ? <Cancellation date={cancelledAt} className={styles.cancellation} /> : null}
      </div>
    </div>
  );
}
