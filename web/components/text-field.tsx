import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';

type TextProps<Kind extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Kind>,
  'id' | 'className' | 'value' | 'onChange'
> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  value: string;
  onText: (text: string, event: { nativeEvent: Event }) => void;
};

export function TextField({ label, hint, error, onText, ...input }: TextProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          // An address is written from left to right in every language.
          dir={input.type === 'email' ? 'ltr' : 'auto'}
          autoComplete="off"
          {...input}
          {...control}
          onChange={(event) => onText(event.target.value, event)}
        />
      )}
    </Field>
  );
}

export const EmailField = (props: ComponentProps<typeof TextField>) => (
  <TextField autoCapitalize="none" spellCheck={false} {...props} type="email" />
);

export function TextArea({ label, hint, error, onText, ...area }: TextProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea dir="auto" {...area} {...control} onChange={(event) => onText(event.target.value, event)} />
      )}
    </Field>
  );
}

export function SelectField({ label, hint, error, onText, ...select }: TextProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control} onChange={(event) => onText(event.target.value, event)} />
      )}
    </Field>
  );
}
