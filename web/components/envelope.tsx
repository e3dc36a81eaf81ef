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
  photos: readonly Pick<UploadedPhoto, 'url' | 'width' | 'height'>[];
  /** `hole`: not paid yet; `cancelled`: sent */
  stamp: 'hole' | 'stamp' | 'cancelled';
  closed?: boolean;
  cancelledAt?: Date;
  className?: string | undefined;
}

export function Envelope({ from, to, photos, stamp, closed = false, cancelledAt, className }: EnvelopeProps) {
  return (
    <div className={classNames(styles.envelope, closed && styles.closed, className)}>
      {closed ? null : (
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
      )}
      <div className={styles.face}>
        <div className={classNames(styles.from, stamp === 'cancelled' && styles.struck)}>
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
          {stamp === 'hole' ? <div className={styles.hole} /> : <Stamp className={styles.stamp} />}
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
        {stamp === 'cancelled' && cancelledAt ? (
          <Cancellation date={cancelledAt} className={styles.cancellation} />
        ) : null}
      </div>
    </div>
  );
}
