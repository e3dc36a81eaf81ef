import { useState } from 'react';
import { displayUrl } from '../../shared/photos.ts';
import { classNames } from '../lib/class-names.ts';
import styles from './envelope.module.css';
import { Cancellation } from './postmark.tsx';
import { Stamp } from './stamp.tsx';

interface EnvelopeProps {
  from: { name: string; email: string };
  to: { name: string; email: string } | null;
  /** urls of the photos inside; the first three look out of the open flap */
  photos: string[];
  /** `hole` waits for its stamp, `missing` has none to put there, `cancelled` has left */
  stamp: 'hole' | 'stamp' | 'cancelled' | 'missing';
  /** a closed envelope shows no flap and no photos */
  closed?: boolean;
  /** when it was cancelled; now when absent */
  cancelledAt?: Date;
  className?: string | undefined;
}

/** The envelope that is assembled in front of you: pages go in, the address appears, the stamp is spent. */
export function Envelope({ from, to, photos, stamp, closed = false, cancelledAt, className }: EnvelopeProps) {
  const [drawnAt] = useState(() => new Date());
  const shown = photos.slice(0, 3).flatMap((url) => displayUrl(url, 'thumbnail') ?? []);
  return (
    <div className={classNames(styles.envelope, closed && styles.closed, className)}>
      {closed ? null : (
        <>
          <div className={classNames(styles.flap, 'lining')} />
          <div className={styles.peek} aria-hidden="true">
            {shown.map((src) => (
              <img key={src} src={src} alt="" />
            ))}
          </div>
        </>
      )}
      <div className={styles.face}>
        <div className={styles.from}>
          {from.name}
          {from.name ? <br /> : null}
          {from.email}
        </div>
        <div className={classNames(styles.corner, stamp === 'missing' && styles.missing)}>
          {stamp === 'stamp' || stamp === 'cancelled' ? (
            <Stamp className={styles.stamp} />
          ) : (
            <div className={styles.hole}>{stamp === 'missing' ? 'No stamp' : null}</div>
          )}
        </div>
        <address className={styles.to}>
          <b className={to ? undefined : styles.blank}>{to?.name ?? '\u00a0'}</b>
          <span className={to ? undefined : styles.blank}>{to?.email ?? '\u00a0'}</span>
        </address>
        {stamp === 'cancelled' ? (
          <Cancellation date={cancelledAt ?? drawnAt} className={styles.cancellation} />
        ) : null}
      </div>
    </div>
  );
}
