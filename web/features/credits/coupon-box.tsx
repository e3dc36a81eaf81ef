import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Coupon } from '../../../shared/credits.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { classNames } from '../../lib/class-names.ts';
import { inDollars } from '../../lib/in-dollars.ts';
import { t } from '../../lib/words.tsx';
import styles from './coupon-box.module.css';
import type { useCoupon } from './use-coupon.ts';
import { useWelcomeCoupon } from './welcome-coupon.ts';

/** The welcome coupon stands beside it while the person has not used it. */
const QUICK_CODES = ['TEACHER20'];
/** Delay between showing a quick code in the field and applying it (spec section 4), ms. */
const QUICK_DELAY_MS = 100;

export function CouponBox(coupon: ReturnType<typeof useCoupon>) {
  const { held, busy, problem, forget, apply, remove } = coupon;
  const [code, setCode] = useState('');
  const welcome = useWelcomeCoupon();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const submit = async (given: string) => {
    if (!busy && (await apply(given))) setCode('');
  };

  return (
    <section aria-labelledby="coupon" {...useKeptFocus<HTMLElement>()}>
      <h2 className="mb4" id="coupon" tabIndex={-1}>
        {t('Coupon')}
      </h2>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit(code);
        }}
      >
        <Field label={t('Coupon code')} error={problem}>
          {(control) => (
            <div className={styles.row}>
              <input
                {...control}
                className={classNames(control.className, 'mono')}
                placeholder={t('CODE')}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                maxLength={64}
                value={code}
                onChange={(event) => {
                  setCode(event.target.value.toUpperCase());
                  forget();
                }}
              />
              <Button type="submit" variant="secondary" busy={busy}>
                {t('Apply')}
              </Button>
            </div>
          )}
        </Field>
      </form>
      <div className={styles.quick}>
        <span className="sm dim">{t('Quick codes')}</span>
        {[...QUICK_CODES, ...(welcome ? [welcome.code] : [])].map((quick) => (
          <button
            key={quick}
            type="button"
            className={styles.quickCode}
            aria-label={t('Apply {coupon}', { coupon: quick })}
            onClick={() => {
              setCode(quick);
              clearTimeout(timer.current);
              timer.current = setTimeout(() => submit(quick), QUICK_DELAY_MS);
            }}
          >
            {quick}
          </button>
        ))}
      </div>
      <div role="status">
        {held ? (
          <p className={styles.held}>
            <span className="mono">{held.code}</span>
            <span className="sm">{heldInWords(held)}</span>
            <Button
              variant="quiet"
              size="sm"
              onClick={remove}
              aria-label={t('Remove {coupon}', { coupon: held.code })}
            >
              {t('Remove')}
            </Button>
          </p>
        ) : null}
      </div>
    </section>
  );
}

function heldInWords({ discountType, discountValue, packages }: Coupon): string {
  if (discountType === 'percentage') {
    const percent = { percent: discountValue };
    return packages
      ? t('{percent}% off some packages is held for your next purchase', percent)
      : t('{percent}% off is held for your next purchase', percent);
  }
  const amount = { amount: inDollars(discountValue) };
  return packages
    ? t('{amount} off some packages is held for your next purchase', amount)
    : t('{amount} off is held for your next purchase', amount);
}
