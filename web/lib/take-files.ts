import type { ChangeEvent } from 'react';

/** As `onChange` of a file input: the same file can be chosen again after it was removed. */
export const takeFiles =
  (onFiles: (files: File[]) => void) =>
  ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    target.value = '';
  };
