import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react';
import { classNames } from '../lib/class-names.ts';
import { t } from '../lib/words.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'footer'> {
  onSubmit: (event: FormEvent) => unknown;
  busy: boolean;
  /** what the button that sends the form says */
  submit: string;
  variant?: 'danger';
  /** what a second button says, which closes it */
  cancel?: string;
  /** in place of the form once it was sent */
  done?: ReactNode;
}

export function FormDialog({
  onSubmit,
  busy,
  submit,
  variant,
  cancel,
  done,
  className,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  return (
    <Dialog
      width={520}
      {...dialog}
      footer={
        done ? (
          <Button onClick={dialog.onClose}>{t('Done')}</Button>
        ) : (
          <>
            {cancel ? (
              <Button variant="secondary" disabled={busy} onClick={dialog.onClose}>
                {cancel}
              </Button>
            ) : null}
            <Button type="submit" form={form} busy={busy} variant={variant ?? 'primary'}>
              {submit}
            </Button>
          </>
        )
      }
    >
      <div role="status">{done}</div>
      {done ? null : (
        <form
          id={form}
          className={classNames('stack', className)}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit(event);
          }}
        >
          {children}
        </form>
      )}
    </Dialog>
  );
}
