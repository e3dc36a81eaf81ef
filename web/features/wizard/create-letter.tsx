import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useToast } from '../../components/toast.tsx';
import { lazyPage } from '../../lib/chunk-load-error.ts';
import { useStore } from '../../lib/store.ts';
import { useIsOnline } from '../../lib/use-is-online.ts';
import { usePending } from '../../lib/use-pending.ts';
import { p, t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { useUser } from '../identity/use-user.ts';
import { recipientsQuery } from '../recipients/recipients-query.ts';
import { settledToast } from '../uploads/upload-messages.ts';
import styles from './create-letter.module.css';
import { DraftNotice } from './draft/draft-notice.tsx';
import { isUntouched } from './draft/draft-sync.ts';
import { templatesQuery } from './letter-frame/templates-query.ts';
import { senderOf } from './letter-mail.ts';
import { languageOf, useLetterWords } from './letter-words.ts';
import { PreviewStep } from './preview/preview-step.tsx';
import { RecipientStep } from './recipient/recipient-step.tsx';
import { useWrittenTo } from './recipient/use-written-to.ts';
import { StepIndicator } from './step-indicator.tsx';
import { wizardStores } from './stores.ts';
import { TemplateStep } from './template/template-step.tsx';
import { UploadStep } from './upload/upload-step.tsx';
import { useStepHistory } from './use-step-history.ts';
import type { Step } from './wizard-state.ts';
import { useWizard } from './wizard-store.ts';

const loadSuccess = () => import('./success/success-step.tsx');
const SuccessStep = lazyPage(loadSuccess);

const TITLES = {
  upload: () => t('Upload'),
  recipient: () => p('step', 'Recipient'),
  template: () => t('Template'),
  preview: () => t('Preview'),
  success: () => t('Sent'),
} satisfies Record<Step, () => string>;

/** What a step can do without a connection. */
const OFFLINE = {
  upload: () => t('You can choose photos and put them in order. They go up by themselves later.'),
  recipient: () => t('You can type in who it is for. To go on, you need a connection.'),
  template: () => t('You can choose the paper and write the message.'),
  preview: () => t('You can read your letter through. To send it, you need a connection.'),
} satisfies Record<Exclude<Step, 'success'>, () => string>;

/** The letter in progress, from its first photo to its postmark (spec sections 2 and 4). */
export function CreateLetter({ uid }: { uid: string }) {
  const stores = wizardStores(uid);
  const { wizard: store, uploads } = stores;
  const wizard = useWizard(store);
  const queue = useStore(uploads);
  const { step, goTo, back, arrive } = useStepHistory(store, wizard.state.step);
  const draft = useStore(stores.drafts);
  const isChecking = usePending(draft === undefined);
  // A draft may be offered above an empty letter: nothing is shown yet that this would move from under a finger.
  const isOpening = step === 'upload' && isChecking && isUntouched(wizard.state);
  useWrittenTo(store);
  const { words } = useLetterWords(languageOf(wizard.state.recipient));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the default message is worded anew in them
  useEffect(() => store.dispatch({ type: 'words-loaded' }), [words, store]);
  const { displayName, email } = usePerson();
  const { user } = useUser();
  const senderName = user?.displayName ?? displayName;
  const senderEmail = user?.email ?? email;
  const sender = useMemo(
    () => senderOf({ displayName: senderName, email: senderEmail }),
    [senderName, senderEmail],
  );

  const isOnline = useIsOnline();
  const toast = useToast();
  useEffect(() => uploads.onSettled((outcome) => toast(settledToast(outcome))), [uploads, toast]);
  usePrefetch(step);
  const { region, enter } = useFocusOnEntry(step);

  function startOver() {
    uploads.clear();
    store.dispatch({ type: 'started-over' });
    goTo('upload');
  }

  const { sent } = wizard.state;
  const shared = { wizard, sender };
  return (
    <Page
      title={step === 'success' && sent?.waits ? t('Not sent yet') : TITLES[step]()}
      className={step === 'success' ? styles.stage : undefined}
    >
      <div ref={region}>
        {step === 'success' ? null : (
          <DraftNotice
            drafts={stores.drafts}
            question={isChecking ? null : (draft ?? null)}
            onResume={(left) => {
              uploads.clear();
              stores.drafts.takeServerDraft();
              goTo(left);
            }}
          />
        )}
        {isOpening ? <Loading /> : null}
        {step === 'success' || isOpening ? null : (
          <>
            <StepIndicator step={step} />
            <p role="status" className={styles.offline}>
              {isOnline ? null : OFFLINE[step]()}
            </p>
          </>
        )}
        {step === 'upload' && !isOpening ? (
          <UploadStep
            {...shared}
            uploads={uploads}
            queue={queue}
            onContinue={() => goTo('recipient')}
            onComplete={() => goTo('preview')}
          />
        ) : null}
        {step === 'recipient' ? (
          <RecipientStep {...shared} onBack={back} onContinue={() => goTo('template')} />
        ) : null}
        {step === 'template' ? (
          <TemplateStep {...shared} onBack={back} onContinue={() => goTo('preview')} />
        ) : null}
        {step === 'preview' ? (
          <PreviewStep
            {...shared}
            stores={stores}
            queue={queue}
            user={user}
            onBack={back}
            onToUpload={() => goTo('upload')}
            onToRecipient={() => goTo('recipient')}
            onSent={arrive}
          />
        ) : null}
        {step === 'success' && sent ? (
          <Suspense>
            <SuccessStep letter={sent} sender={sender} onShown={enter} onSendAnother={startOver} />
          </Suspense>
        ) : null}
      </div>
    </Page>
  );
}

function usePrefetch(step: Step) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (step === 'upload') void queryClient.prefetchQuery(recipientsQuery);
    if (step === 'recipient') void queryClient.prefetchQuery(templatesQuery);
    if (step === 'preview')
      loadSuccess().catch((error: unknown) =>
        console.info('The last step could not be fetched ahead', error),
      );
  }, [step, queryClient]);
}

/** Focuses the heading of a new step, once: a later navigation may come while the person is typing. */
function useFocusOnEntry(step: Step) {
  const region = useRef<HTMLDivElement>(null);
  const entered = useRef(step);
  const enter = useCallback(() => {
    // There is no heading while the step's code is loading; the step calls this again once it is shown.
    const heading = region.current?.querySelector('h1');
    if (entered.current === step || !heading) return;
    entered.current = step;
    window.scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  }, [step]);
  useEffect(enter, [enter]);
  return { region, enter };
}
