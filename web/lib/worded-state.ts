import { useState } from 'react';
import { language } from './words.tsx';

/** State of sentences such as the server's, dropped when the language changes, as nobody can word them again. */
export function useWordedState<State>(empty: State): [State, (state: State) => void] {
  const shown = language();
  const [worded, setWorded] = useState({ state: empty, language: shown });
  if (worded.language !== shown) setWorded({ state: empty, language: shown });
  // What a handler sets is in the language that was shown when it made its request.
  return [worded.language === shown ? worded.state : empty, (state) => setWorded({ state, language: shown })];
}
