import { createStore } from '../../lib/store.ts';

const changes = createStore(0);

/** For listeners that drop what belongs to a person: they are called before another person, or nobody, is signed in instead. */
export const onPersonChange = changes.subscribe;

export const personChanged = (): void => changes.set(changes.get() + 1);
