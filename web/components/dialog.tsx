import * as Radix from 'radix-ui/dialog';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { classNames } from '../lib/class-names.ts';
import { t } from '../lib/words.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';

interface DialogProps {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** maximum, px */
  width?: number;
  tools?: ReactNode;
  /** whether it holds unsaved work: a press outside then does not close it */
  holdsWork?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Focuses the first field; without one, or where that is hidden, the dialog itself, so that its title is read. */
function focusContents(dialog: HTMLElement) {
  dialog.querySelector<HTMLElement>('[data-dialog-body] :is(input, select, textarea)')?.focus();
  if (!dialog.contains(document.activeElement)) dialog.focus();
}

interface ModalProps extends ComponentProps<typeof Radix.Content> {
  onClose: () => void;
  focusFirst: (dialog: HTMLElement) => void;
}

/** Open as long as it is rendered; Escape and the browser's Back close it. */
export function Modal({ onClose, focusFirst, className, ...content }: ModalProps) {
  const focusing = useReturnFocus(focusFirst);
  useCloseOnBack(true, onClose);
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay}>
          <Radix.Content
            {...content}
            {...focusing}
            onInteractOutside={(event) => {
              const { target } = event;
              if (target instanceof Element && target.closest('[data-over-dialogs]')) event.preventDefault();
              content.onInteractOutside?.(event);
            }}
            className={classNames(styles.window, className)}
          />
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function Dialog({
  onClose,
  title,
  description,
  footer,
  width = 720,
  tools,
  holdsWork = false,
  className,
  children,
}: DialogProps) {
  return (
    <Modal
      onClose={onClose}
      focusFirst={focusContents}
      className={classNames(styles.dialog, className)}
      style={{ '--dialog-width': `${width}px` }}
      {...(description ? {} : { 'aria-describedby': undefined })}
      onInteractOutside={(event) => holdsWork && event.preventDefault()}
    >
      <div className={styles.edge} aria-hidden="true" />
      <header className={styles.header}>
        <div className="grow anywhere">
          <Radix.Title>{title}</Radix.Title>
          {description ? (
            <Radix.Description className={styles.description}>{description}</Radix.Description>
          ) : null}
        </div>
        {tools}
        <Radix.Close asChild>
          <IconButton icon="close" label={t('Close')} />
        </Radix.Close>
      </header>
      <div className={styles.body} data-dialog-body>
        {children}
      </div>
      {footer ? <footer className={styles.footer}>{footer}</footer> : null}
    </Modal>
  );
}

/** Radix returns the focus only to a Trigger of its own; our dialogs are opened from anywhere. */
function useReturnFocus(focusFirst: (dialog: HTMLElement) => void) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus(event: Event) {
      event.preventDefault();
      opener.current = document.activeElement;
      if (event.target instanceof HTMLElement) focusFirst(event.target);
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const { current } = opener;
      if (current instanceof HTMLElement) current.focus();
      // The element may have been removed meanwhile: then the page takes the focus.
      if (!current?.isConnected && document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    },
  };
}
