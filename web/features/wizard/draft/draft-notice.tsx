import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useToast } from '../../../components/toast.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import type { Step } from '../wizard-state.ts';
import { draftWords } from './draft-messages.ts';
import styles from './draft-notice.module.css';
import type { DraftSync } from './draft-sync.ts';
import { SteadyTyping } from './steady-typing.tsx';
import { useDraftView } from './use-draft-view.ts';

interface DraftNoticeProps {
  drafts: DraftSync;
  /** the letter from the server is wanted; `step` is where it was left */
  onResume: (step: Step) => void;
}

/** A slip on the desk: there is a letter in progress, from another device or another day. */
export function DraftNotice({ drafts, onResume }: DraftNoticeProps) {
  const view = useDraftView(drafts);
  const toast = useToast();
  const [discarding, setDiscarding] = useState(false);

  async function discard() {
    setDiscarding(true);
    try {
      const draft = await drafts.discard();
      if (!draft) return;
      const undo = { label: 'Undo', onAct: () => drafts.restore(draft) };
      toast({ title: 'Letter discarded', action: undo });
    } catch (cause) {
      console.error('The letter in progress was not discarded', cause);
      const description = messageForPerson(cause, 'Please try again');
      toast({ title: 'The letter could not be discarded', description, tone: 'error' });
    } finally {
      setDiscarding(false);
    }
  }

  const words = view.kind === 'quiet' ? null : draftWords(view);
  const conflict = view.kind !== 'quiet' && view.kind !== 'offered';
  return (
    <SteadyTyping laid={words?.title ?? null} className={conflict ? styles.conflict : undefined}>
      {words ? (
        <Notice
          tone="info"
          title={words.title}
          className={styles.slip}
          actions={
            <>
              <Button
                size="sm"
                onClick={() =>
                  onResume(view.kind === 'quiet' || view.kind === 'gone' ? 'upload' : view.draft.content.step)
                }
              >
                {words.resume}
              </Button>
              <Button
                variant="quiet"
                size="sm"
                busy={discarding}
                onClick={view.kind === 'offered' ? discard : drafts.keep}
              >
                {words.other}
              </Button>
            </>
          }
        >
          <p>{words.text}</p>
        </Notice>
      ) : null}
    </SteadyTyping>
  );
}
