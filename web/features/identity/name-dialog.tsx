import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { NameForm } from './name-form.tsx';

const ASKED_KEY = 'name-asked';

/** Apple tells a name once, or none: somebody who signs in with it alone and has none is asked, once in a tab. */
export function NameDialog() {
  const [asked, setAsked] = useState(() => sessionStorage.getItem(ASKED_KEY) !== null);
  if (asked) return null;

  const close = () => {
    sessionStorage.setItem(ASKED_KEY, '1');
    setAsked(true);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title="What should your letters call you?"
      description="Apple gave us no name. You can change it later on your account page."
      width={520}
      footer={
        <Button variant="line" onClick={close}>
          Not now
        </Button>
      }
    >
      <NameForm />
    </Dialog>
  );
}
