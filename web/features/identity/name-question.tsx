import { useState } from 'react';
import { NameDialog } from './name-dialog.tsx';

const ASKED_KEY = 'name-asked';

/** Apple tells a name once, or none: somebody who signs in with it alone and has none is asked, once in a tab. */
export function NameQuestion() {
  const [asked, setAsked] = useState(() => sessionStorage.getItem(ASKED_KEY) !== null);
  if (asked) return null;

  const close = () => {
    sessionStorage.setItem(ASKED_KEY, '1');
    setAsked(true);
  };
  return <NameDialog description="Apple gave us no name." onClose={close} />;
}
