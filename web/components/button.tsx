import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '../lib/class-names.ts';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'purchase' | 'danger';

interface Look {
  /** `purchase` spends or buys a credit, at most one on a screen; `danger` deletes or takes away */
  variant?: ButtonVariant;
  size?: 'sm';
}

function look({ variant = 'primary', size }: Look, className: string | undefined): string {
  return classNames(styles.button, variant !== 'primary' && styles[variant], size && styles[size], className);
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** the action is running: the button keeps its focus, ignores presses and has `aria-busy` */
  busy?: boolean;
}

export function Button({ variant, size, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ ...(variant ? { variant } : {}), ...(size ? { size } : {}) }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        // A submit button would still submit; disabling it would drop the focus.
        if (busy) return event.preventDefault();
        onClick?.(event);
      }}
    >
      {busy ? <span className={styles.working}>{children}</span> : children}
    </button>
  );
}

/** A link that looks like a button; `to` is a path of the app. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return (
    <Link
      {...rest}
      className={look({ ...(variant ? { variant } : {}), ...(size ? { size } : {}) }, className)}
    />
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: IconName;
  /** its accessible name and tooltip */
  label: string;
  /** shown beside the icon; its text follows the label in the accessible name */
  badge?: ReactNode;
}

/** A 44 px square with one icon. */
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
