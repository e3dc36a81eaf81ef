import { useState } from 'react';

/** A sentence for each field that is wrong. */
export type Problems<Name extends string> = Partial<Record<Name, string>>;

/** What stands in the fields of a form. `field` ties one of them to its text and its problem. */
export function useFields<Name extends string>(
  initial: Record<Name, string>,
  problems: Problems<NoInfer<Name>> = {},
) {
  const [values, setValues] = useState(initial);
  const change = (changed: Partial<Record<Name, string>>) => setValues((now) => ({ ...now, ...changed }));
  const field = (name: Name) => ({
    error: problems[name],
    value: values[name],
    onText: (text: string) => change({ [name]: text } as typeof initial),
  });
  return { values, change, field };
}
