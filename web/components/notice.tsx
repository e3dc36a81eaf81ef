import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './notice.module.css';

const SIGNS = { error: 'alert', warning: 'alert', success: 'check', info: 'info' } satisfies Record<
  string,
  IconName
>;

interface NoticeProps {
  tone: keyof typeof SIGNS;
  title?: string | undefined;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
}

/** Stays on the page, unlike a toast. Errors are announced to screen readers. */
export function Notice({ tone, title, children, actions, className }: NoticeProps) {
  return (
    <div
      className={classNames(styles.notice, styles[tone], className)}
      role={tone === 'error' ? 'alert' : undefined}
    >
      <Icon name={SIGNS[tone]} />
      <div className={styles.text}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children}
      </div>
      {actions ? <div className="row">{actions}</div> : null}
    </div>
  );
}
