import { useState } from 'react';
import { reply } from '../../../../shared/conversations.ts';
import { useToast } from '../../../components/toast.tsx';
import { ApiFailure, write } from '../../../lib/api.ts';
import { explanationOf } from '../../../lib/explanation.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';
import { type AnswerStores, answerBody, hasAnswer, intentOf } from './answer-store.ts';

/** `message` is for the person */
interface AnswerProblem {
  about: 'text' | 'sending';
  message: string;
}

/** Repeated requests with the same content carry the same idempotency key, so one answer is written. */
export function useSendAnswer(conversationId: string, { draft, uploads }: AnswerStores) {
  const invalidate = useInvalidation();
  const toast = useToast();
  const [problem, setProblem] = useState<AnswerProblem | null>(null);
  const { run, busy, failure, forget } = useAction('The answer was not sent', async () => {
    const intent = intentOf(draft.get());
    draft.dispatch({ type: 'intended', intent });
    const path = `/api/conversations/${encodeURIComponent(conversationId)}/replies`;
    await write('POST', path, answerBody(draft.get()), reply, { idempotencyKey: intent.key });
    draft.dispatch({ type: 'sent', intent });
    toast({ title: t('Answer sent') });
    await invalidate('answer');
  });

  async function send(): Promise<void> {
    if (busy) return;
    forget();
    const found = problemOf(draft, uploads);
    setProblem(found);
    if (!found) await run();
  }
  const ofText = failure instanceof ApiFailure && failure.fields.body !== undefined;
  const refused: AnswerProblem = { about: ofText ? 'text' : 'sending', message: answerFailure(failure) };
  return {
    send,
    sending: busy,
    error: failure ? refused : problem,
    clearError() {
      forget();
      setProblem(null);
    },
  };
}

function problemOf(draft: AnswerStores['draft'], uploads: AnswerStores['uploads']): AnswerProblem | null {
  const waiting = uploads.get();
  if (waiting.some(({ status }) => status === 'failed')) {
    return { about: 'sending', message: t('A photo was not uploaded. Please try it again or remove it.') };
  }
  if (waiting.length > 0) {
    return { about: 'sending', message: t('A photo is still on its way. Please wait a moment.') };
  }
  if (!hasAnswer(draft.get())) return { about: 'text', message: t('Please write a few words') };
  return null;
}

export function answerFailure(cause: unknown): string {
  if (cause instanceof ApiFailure) {
    if (cause.status === 401) return t('Please sign in again. Your answer is kept here.');
    const [field] = Object.values(cause.fields);
    if (field && cause.status === 400) return field;
  }
  return explanationOf(cause) ?? t('Your answer could not be sent. It is kept here; please try again.');
}
