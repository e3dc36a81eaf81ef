import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { classNames } from '../lib/class-names.ts';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'purchase' | 'danger';

interface Look {
  /** `purchase` spends or buys a credit, at most one on a screen; `danger` deletes or takes away */
  variant?: ButtonVariant | undefined;
  size?: 'sm' | undefined;
  className?: string | undefined;
}

function look({ variant = 'primary', size, className }: Look): string {
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
      className={look({ variant, size, className })}
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

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={look({ variant, size, className })} />;
}
