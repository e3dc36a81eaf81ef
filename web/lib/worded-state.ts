import { useState } from 'react';
import { language } from './words.tsx';

/** State of sentences such as the server's, forgotten when the language changes: nobody can word them again. */
export function useWordedState<State>(empty: State): [State, (state: State) => void] {
  const shown = language();
  const [worded, setWorded] = useState({ state: empty, language: shown });
  if (worded.language !== shown) setWorded({ state: empty, language: shown });
  // What is set by a handler is in the language that was shown when it asked.
  return [worded.language === shown ? worded.state : empty, (state) => setWorded({ state, language: shown })];
}
