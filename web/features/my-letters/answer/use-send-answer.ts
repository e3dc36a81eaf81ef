import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { reply } from '../../../../shared/conversations.ts';
import { REPLY_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { useToast } from '../../../components/toast.tsx';
import { write } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { answerBody, hasAnswer, withIntent } from './answer-draft.ts';
import { answerFailure } from './answer-failure.ts';
import type { AnswerStores } from './answer-store.ts';

/** What is wrong with the words, or with sending them; a sentence for the person. */
interface AnswerProblem {
  about: 'words' | 'sending';
  text: string;
}

/** Queries that an answer changes. */
const CHANGED_BY_ANSWER = [['/api/conversations'], ['/api/replies']];

/**
 * Sends what is in the stores to the conversation. However often it is pressed with one content, one answer is
 * written: each repeat carries the intent's own key.
 */
export function useSendAnswer(conversationId: string, { draft, uploads }: AnswerStores) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<AnswerProblem | null>(null);
  const underWay = useRef(false);

  /** @returns true when the answer was written */
  async function send(): Promise<boolean> {
    if (underWay.current) return false;
    const problem = problemOf(draft, uploads);
    setError(problem);
    if (problem) return false;
    underWay.current = true;
    setSending(true);
    try {
      const { intent } = withIntent(draft.get(), newIdempotencyKey);
      draft.dispatch({ type: 'intended', intent });
      const path = `/api/conversations/${encodeURIComponent(conversationId)}/replies`;
      await write('POST', path, answerBody(draft.get()), reply, { idempotencyKey: intent.key });
      draft.dispatch({ type: 'sent' });
      toast({ title: 'Answer sent' });
      await Promise.all(CHANGED_BY_ANSWER.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      return true;
    } catch (cause) {
      console.error('The answer was not sent', cause);
      setError({ about: 'sending', text: answerFailure(cause) });
      return false;
    } finally {
      underWay.current = false;
      setSending(false);
    }
  }

  return { send, sending, error, clearError: () => setError(null) };
}

function problemOf(draft: AnswerStores['draft'], uploads: AnswerStores['uploads']): AnswerProblem | null {
  const waiting = uploads.get();
  if (waiting.some(({ status }) => status === 'failed')) {
    return { about: 'sending', text: 'A photo was not uploaded. Please try it again or remove it.' };
  }
  if (waiting.length > 0) {
    return { about: 'sending', text: 'A photo is still on its way. Please wait a moment.' };
  }
  if (!hasAnswer(draft.get())) return { about: 'words', text: 'Please write a few words' };
  if (answerBody(draft.get()).body.length > REPLY_MAX_CHARACTERS) {
    return { about: 'words', text: `Please keep your answer under ${REPLY_MAX_CHARACTERS} characters` };
  }
  return null;
}
