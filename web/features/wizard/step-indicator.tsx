import { useLayoutEffect, useRef } from 'react';
import { Stamp } from '../../components/stamp.tsx';
import { classNames } from '../../lib/class-names.ts';
import { p, t } from '../../lib/words.tsx';
import styles from './step-indicator.module.css';
import type { Step } from './wizard-state.ts';

const STOPS = [
  { step: 'upload', name: () => t('Upload') },
  { step: 'recipient', name: () => p('step', 'Recipient') },
  { step: 'template', name: () => t('Template') },
  { step: 'preview', name: () => t('Send') },
] as const satisfies readonly { step: Step; name: () => string }[];

const ANIMATION_MS = 420;

export function StepIndicator({ step }: { step: Exclude<Step, 'success'> }) {
  const now = STOPS.findIndex((stop) => stop.step === step);
  const route = useRef<HTMLOListElement>(null);
  const last = useRef(now);

  useLayoutEffect(() => {
    const markOf = (stop: number) => route.current?.children[stop]?.firstElementChild;
    const [from, to] = [markOf(last.current), markOf(now)];
    last.current = now;
    if (!from || !to || from === to || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const way = from.getBoundingClientRect().left - to.getBoundingClientRect().left;
    to.querySelector('svg')?.animate([{ transform: `translateX(${way}px)` }, { transform: 'none' }], {
      duration: ANIMATION_MS,
      easing: 'cubic-bezier(.2,.7,.2,1)',
    });
  }, [now]);

  return (
    <ol ref={route} className={styles.steps} aria-label={t('Steps')}>
      {STOPS.map(({ step: stop, name }, index) => (
        <li
          key={stop}
          className={classNames(styles.step, index < now && styles.done, index === now && styles.current)}
          aria-current={index === now ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {index < now ? <DoneMark /> : null}
            {index === now ? <Stamp className={styles.stamp} /> : null}
            {index > now ? <span className={styles.hole} /> : null}
          </span>
          <span className={styles.name}>
            {name()}
            {index < now ? <span className="vh">{t(', done')}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

function DoneMark() {
  return (
    <svg className={styles.postmark} viewBox="0 0 42 42" aria-hidden="true" focusable="false">
      <circle cx="21" cy="21" r="19" strokeWidth="1.8" />
      <circle cx="21" cy="21" r="14" strokeWidth="1" />
      <path className={styles.tick} d="M14.5 21.5l4.5 4.5 9-10" />
    </svg>
  );
}
