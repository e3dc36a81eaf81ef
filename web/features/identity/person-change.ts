import { createStore } from '../../lib/store.ts';

const changes = createStore(0);

/** For what belongs to the person who was signed in: called before another, or nobody, takes their place. */
export const onPersonChange = changes.subscribe;

export const personChanged = (): void => changes.set(changes.get() + 1);
