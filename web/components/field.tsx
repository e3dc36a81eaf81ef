import { type ReactNode, useId } from 'react';

/** Ties a control to its label, hint and error. */
interface Control {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  children: (control: Control) => ReactNode;
}

/** A labelled control: `<Field label="Email">{(control) => <input type="email" {...control} />}</Field>`. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: 'control',
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint ? (
        <p className="sm dim" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="trouble sm" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
