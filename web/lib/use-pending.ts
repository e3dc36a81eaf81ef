import { useDeferredValue } from 'react';

/** Becomes true at once, and false in a render of low priority, which mounts in slices what is shown then, often much. */
export const usePending = (isPending: boolean): boolean => useDeferredValue(isPending) || isPending;
