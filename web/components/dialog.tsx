import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { useReturnFocus } from './return-focus.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** buttons; they stay in sight while the rest scrolls */
  footer?: ReactNode;
  /** px it is at most wide; 720 when absent */
  width?: number;
  /** more controls beside the close button */
  tools?: ReactNode;
  /** unsaved work lies in it: a press beside it does not close it */
  holdsWork?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A dialog begins with its first field; without one, with itself, so that its title is read. */
function focusContents(dialog: HTMLElement) {
  (dialog.querySelector<HTMLElement>('[data-dialog-body] :is(input, select, textarea)') ?? dialog).focus();
}

/** A sheet drawn out of its envelope: the lining shows at its upper edge. Focus stays in it; Escape closes it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  width = 720,
  tools,
  holdsWork = false,
  className,
  children,
}: DialogProps) {
  const focusing = useReturnFocus(focusContents);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim}>
          <Radix.Content
            className={classNames(styles.dialog, className)}
            style={{ '--dialog-width': `${width}px` }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            {...focusing}
            onInteractOutside={(event) => holdsWork && event.preventDefault()}
          >
            <div className={styles.edge} aria-hidden="true" />
            <header className={styles.header}>
              <div className={styles.titles}>
                <Radix.Title>{title}</Radix.Title>
                {description ? (
                  <Radix.Description className={styles.description}>{description}</Radix.Description>
                ) : null}
              </div>
              {tools}
              <Radix.Close asChild>
                <IconButton icon="close" label="Close" />
              </Radix.Close>
            </header>
            <div className={styles.body} data-dialog-body>
              {children}
            </div>
            {footer ? <footer className={styles.footer}>{footer}</footer> : null}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
