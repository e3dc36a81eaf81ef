import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: IconName;
  label: string;
  /** its text follows the label in the accessible name */
  badge?: ReactNode;
}

export function IconButton({ icon, label, badge, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={badge ? undefined : label}
      className={classNames(styles.iconButton, className)}
    >
      <Icon name={icon} />
      {badge ? (
        <>
          <span className="vh">{label}</span>
          {badge}
        </>
      ) : null}
    </button>
  );
}
