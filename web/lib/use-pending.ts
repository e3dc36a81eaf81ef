import { useDeferredValue } from 'react';

/** Begins at once, and ends in a render of low priority: what is mounted then, often much, is mounted in slices. */
export const usePending = (isPending: boolean): boolean => useDeferredValue(isPending) || isPending;
