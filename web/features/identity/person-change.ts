import { createStore } from '../../lib/store.ts';

const changes = createStore(0);

/** The listener is called before another person, or nobody, is signed in, to drop what belongs to the one before. */
export const onPersonChange = changes.subscribe;

export const personChanged = (): void => changes.set(changes.get() + 1);
