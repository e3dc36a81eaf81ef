import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useToast } from '../../../components/toast.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import type { Step } from '../wizard-state.ts';
import styles from './draft-notice.module.css';
import type { DraftSync } from './draft-sync.ts';
import { draftWords } from './draft-words.ts';
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
      toast({ title: 'The letter could not be discarded', description, tone: 'bad' });
    } finally {
      setDiscarding(false);
    }
  }

  const words = view.kind === 'quiet' ? null : draftWords(view);
  const conflict = view.kind !== 'quiet' && view.kind !== 'offered';
  const place = useSteadyTyping();
  return (
    <div ref={place} role="status" className={conflict ? styles.conflict : undefined}>
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
                variant="bare"
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
    </div>
  );
}

/**
 * A slip may be laid above what is being typed. The page then scrolls by what it was pushed down, so that the field
 * stays where it was, or comes to lie just below the slip that would have covered it.
 * @returns for the slip's place
 */
function useSteadyTyping() {
  const place = useRef<HTMLDivElement>(null);
  const lastHeight = useRef(0);
  useLayoutEffect(() => {
    const height = place.current?.offsetHeight ?? 0;
    const pushed = height - lastHeight.current;
    lastHeight.current = height;
    const field = document.activeElement;
    if (pushed <= 0 || !field?.matches('input, textarea')) return;
    const before = field.getBoundingClientRect().top - pushed;
    // Of a field that begins above the window, what is being typed lies further down.
    const covered = before < 0 ? 0 : Math.max(0, height - before);
    window.scrollBy(0, Math.max(0, pushed - covered));
  });
  return place;
}
