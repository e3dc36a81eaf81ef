import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { type Draft, type DraftContent, draftId } from '../../../../shared/drafts.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { DRAFT_KEPT_DAYS } from '../../../../shared/limits.ts';
import { joinSentences } from '../../../../shared/words.ts';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useKeptFocus } from '../../../components/use-kept-focus.ts';
import { formatDate, formatDateTime } from '../../../lib/dates.ts';
import { listen } from '../../../lib/listen.ts';
import { useAction } from '../../../lib/use-action.ts';
import { language, n, t } from '../../../lib/words.tsx';
import { namesOf } from '../recipients.ts';
import type { Step } from '../wizard-state.ts';
import styles from './draft-notice.module.css';
import type { DraftQuestion, DraftSync } from './draft-sync.ts';

interface DraftNoticeProps {
  drafts: DraftSync;
  question: DraftQuestion | null;
  /** the draft of the server is wanted; `step` is where it was left */
  onResume: (step: Step) => void;
}

/** Asks which letter counts when the server has another draft than this tab. */
export function DraftNotice({ drafts, question, onResume }: DraftNoticeProps) {
  const toast = useToast();
  useDraftSync(drafts);
  const resume = (asked: DraftQuestion) =>
    onResume(asked.kind === 'gone' ? 'upload' : asked.draft.content.step);
  useTakenUp(question, resume);

  const { run, busy, failure } = useAction('The draft was not discarded', async () => {
    const draft = await drafts.discard();
    if (!draft) return;
    const undo = { label: t('Undo'), onAct: () => drafts.restore(draft) };
    toast({ title: t('Letter discarded'), action: undo });
  });

  const kept = useKeptFocus<HTMLDivElement>();
  // The status region stays in the document, so that a notice that appears in it is announced.
  if (!question) return <div role="status" {...kept} />;
  const messages = messagesOf(question);
  const offered = question.kind === 'offered';
  return (
    <div role="status" className={offered ? undefined : styles.conflict} {...kept}>
      <Notice
        tone="info"
        title={messages.title}
        className={styles.notice}
        actions={
          <>
            <Button size="sm" onClick={() => resume(question)}>
              {messages.take}
            </Button>
            <Button
              variant={offered ? 'danger' : 'quiet'}
              size="sm"
              busy={busy}
              onClick={offered ? () => run() : drafts.keepLocal}
            >
              {messages.keep}
            </Button>
            <Failure error={failure} what={t('The letter could not be discarded.')} />
          </>
        }
      >
        <p>{messages.text}</p>
      </Notice>
    </div>
  );
}

/** Goes on with the draft that the visit names (a letter that did not leave), unless this tab has another letter. */
function useTakenUp(question: DraftQuestion | null, onResume: (question: DraftQuestion) => void): void {
  const { state } = useLocation();
  const [wanted, setWanted] = useState(() => draftId.safeParse(state?.takeUp).data);
  useLayoutEffect(() => {
    if (question?.kind !== 'offered' || question.draft.content.letter !== wanted) return;
    setWanted(undefined);
    onResume(question);
  });
}

/** Compares with the server when the page is opened (no refetch on focus: spec section 7); saves when it is left. */
function useDraftSync(drafts: DraftSync) {
  useEffect(() => {
    void drafts.check();
    const end = listen(window, {
      pagehide: drafts.flush,
      visibilitychange: () => document.visibilityState === 'hidden' && drafts.flush(),
    });
    return () => {
      drafts.flush();
      end();
    };
  }, [drafts]);
}

/** `take` is of the server's draft, or clears this tab's letter; `keep` is of this tab's, or discards the draft. */
function messagesOf(question: DraftQuestion) {
  switch (question.kind) {
    case 'offered':
      return {
        title: t('You have a letter in progress'),
        text: describe(question.draft),
        take: t('Go on with it'),
        keep: t('Discard'),
      };
    case 'other':
      return {
        title: t('You have another letter in progress'),
        text: joinSentences([describe(question.draft), t('One of the two can be kept.')], language()),
        take: t('Go on with that one'),
        keep: t('Keep this one'),
      };
    case 'newer':
      return {
        title: t('This letter was changed elsewhere'),
        text: t('On another device, or in another tab, {time}.', {
          time: formatDateTime(question.draft.updatedAt),
        }),
        take: t('Take the newer one'),
        keep: t('Keep this one'),
      };
    case 'gone':
      return {
        // Translators: put away: discarded, by its writer or by us
        title: t('This letter was sent or put away elsewhere'),
        text: n(
          DRAFT_KEPT_DAYS,
          'On another device or in another tab, or because nothing was changed for 1 day.',
          'On another device or in another tab, or because nothing was changed for {n} days.',
        ),
        take: t('Clear the desk'),
        keep: t('Keep writing'),
      };
  }
}

/** 'To Ilse Brandt, 3 photos. Last touched Mar 14, 2026 9:12 AM.' */
function describe({ content, updatedAt }: Draft): string {
  const touched = t('Last touched {time}.', { time: formatDateTime(updatedAt) });
  return joinSentences([contentInWords(content), touched, keptUntil(updatedAt)], language());
}

function contentInWords(content: DraftContent): string {
  const name = namesOf(content);
  const photos = content.photos.length;
  if (photos === 0) return name ? t('To {name}.', { name }) : '';
  return name
    ? n(photos, 'To {name}, 1 photo.', 'To {name}, {n} photos.', { name })
    : n(photos, '1 photo.', '{n} photos.');
}

const SAID_AFTER_DAYS = 30;

function keptUntil(updatedAt: string): string {
  const touched = Date.parse(updatedAt);
  if (Date.now() - touched < SAID_AFTER_DAYS * DAY_MS) return '';
  const until = new Date(touched + DRAFT_KEPT_DAYS * DAY_MS).toISOString();
  return t('Kept with its photos until {day}, and longer once you change it.', {
    day: formatDate(until),
  });
}
