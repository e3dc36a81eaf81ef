const listeners = new Set<() => void>();

/** Calls `forget` before another person, or nobody, takes the place of who was signed in. @returns stops that */
export function onPersonChange(forget: () => void): () => void {
  listeners.add(forget);
  return () => {
    listeners.delete(forget);
  };
}

/** Has everything forgotten that belongs to the person who was signed in. */
export function personChanged(): void {
  for (const forget of listeners) forget();
}
