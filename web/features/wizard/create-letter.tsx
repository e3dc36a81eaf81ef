import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Page } from '../../components/page.tsx';
import { useToast } from '../../components/toast.tsx';
import { useStore } from '../../lib/store.ts';
import { useIdentity, usePerson } from '../identity/use-person.ts';
import { useUser } from '../identity/use-user.ts';
import { recipientsQuery } from '../recipients/recipients-query.ts';
import { settledToast } from '../uploads/upload-messages.ts';
import styles from './create-letter.module.css';
import { DraftNotice } from './draft/draft-notice.tsx';
import { templatesQuery } from './letter-frame/use-templates.ts';
import { senderOf } from './letter-mail.ts';
import { PreviewStep } from './preview/preview-step.tsx';
import { RecipientStep } from './recipient/recipient-step.tsx';
import { useWrittenTo } from './recipient/use-written-to.ts';
import { StepIndicator } from './step-indicator.tsx';
import { wizardStores } from './stores.ts';
import { SuccessStep } from './success/success-step.tsx';
import { TemplateStep } from './template/template-step.tsx';
import { UploadStep } from './upload/upload-step.tsx';
import { useStepHistory } from './use-step-history.ts';
import type { Step } from './wizard-state.ts';
import { useWizard } from './wizard-store.ts';

const TITLES: Record<Step, string> = {
  upload: 'Upload',
  recipient: 'Recipient',
  template: 'Template',
  preview: 'Preview',
  success: 'Sent',
};

/** The letter in progress, from its first photo to its postmark (spec sections 2 and 4). */
export function CreateLetter({ uid }: { uid: string }) {
  const identity = useIdentity();
  const stores = wizardStores(uid, async () => {
    if (!(await (await identity()).renewSession())) throw new Error('Nobody is signed in');
  });
  const { wizard: store, uploads } = stores;
  const wizard = useWizard(store);
  const queue = useStore(uploads);
  const { step, goTo, back, arrive } = useStepHistory(store, wizard.state.step);
  useWrittenTo(store);
  const { displayName, email } = usePerson();
  const { user } = useUser();
  const senderName = user?.displayName ?? displayName;
  const senderEmail = user?.email ?? email;
  const sender = useMemo(
    () => senderOf({ displayName: senderName, email: senderEmail }),
    [senderName, senderEmail],
  );

  const toast = useToast();
  useEffect(() => uploads.onSettled((outcome) => toast(settledToast(outcome))), [uploads, toast]);
  usePrefetch(step);
  const region = useFocusOnEntry(step);

  function startOver() {
    uploads.clear();
    store.dispatch({ type: 'started-over' });
    goTo('upload');
  }

  const { sent } = wizard.state;
  const shared = { wizard, sender };
  return (
    <Page
      title={step === 'success' && sent?.waits ? 'Not sent yet' : TITLES[step]}
      className={step === 'success' ? styles.stage : undefined}
    >
      <div ref={region}>
        {step === 'success' ? null : (
          <DraftNotice
            drafts={stores.drafts}
            onResume={(left) => {
              uploads.clear();
              stores.drafts.takeServerDraft();
              goTo(left);
            }}
          />
        )}
        {step === 'success' ? null : <StepIndicator step={step} />}
        {step === 'upload' ? (
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
          <SuccessStep letter={sent} sender={sender} onSendAnother={startOver} />
        ) : null}
      </div>
    </Page>
  );
}

/** What the next step needs is fetched one step before, so that it need not wait. */
function usePrefetch(step: Step) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (step === 'upload') void queryClient.prefetchQuery(recipientsQuery);
    if (step === 'recipient') void queryClient.prefetchQuery(templatesQuery);
  }, [step, queryClient]);
}

/**
 * A new step begins at its heading: it gets the focus, and the page is scrolled to its top. Only once: the navigation
 * that follows may come when the person is already typing.
 */
function useFocusOnEntry(step: Step) {
  const region = useRef<HTMLDivElement>(null);
  const entered = useRef(step);
  useEffect(() => {
    if (entered.current === step) return;
    entered.current = step;
    window.scrollTo(0, 0);
    region.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [step]);
  return region;
}
