import { useSyncExternalStore } from 'react';

export interface Store<State> {
  get: () => State;
  subscribe: (listener: () => void) => () => void;
}

export interface SettableStore<State> extends Store<State> {
  set: (next: State) => void;
}

export function createStore<State>(initial: State): SettableStore<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export interface ActionStore<State, Action> extends Store<State> {
  dispatch: (action: Action) => void;
}

/** Saves each new state before `dispatch` returns, so that an intent to send is recorded before its request is sent. */
export function createSavedStore<State, Action>(
  initial: State,
  reduce: (state: State, action: Action) => State,
  save: (state: State) => void,
): ActionStore<State, Action> {
  const store = createStore(initial);
  return {
    get: store.get,
    subscribe: store.subscribe,
    dispatch(action) {
      const next = reduce(store.get(), action);
      if (next === store.get()) return;
      save(next);
      store.set(next);
    },
  };
}

export function useStore<State>(store: Store<State>): State {
  return useSyncExternalStore(store.subscribe, store.get);
}
