import { useState } from 'react';
import { language } from './words.tsx';

/**
 * State of sentences that were worded when they came, such as the server's. They are forgotten once the person changes the
 * language, for nobody can word them again.
 */
export function useWordedState<State>(empty: State): [State, (state: State) => void] {
  const [worded, setWorded] = useState({ state: empty, language: language() });
  const state = worded.language === language() ? worded.state : empty;
  return [state, (next) => setWorded({ state: next, language: language() })];
}
