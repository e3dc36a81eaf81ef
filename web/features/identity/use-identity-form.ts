import { type FormEvent, useState } from 'react';
import { type Marked, msg } from '../../../shared/words.ts';
import { useFormToast, useToast } from '../../components/toast.tsx';
import { type Problems, useFields } from '../../components/use-fields.ts';
import { usePageAgain } from '../../lib/page-again.ts';
import { t } from '../../lib/words.tsx';
import type { Identity } from './identity.ts';
import { isWrongPassword, signInSentence } from './sign-in-errors.ts';
import { useIdentity, usePerson } from './use-person.ts';

export interface Action {
  /** returns true if the screen is about to be replaced: the action then stays busy */
  act: (identity: Identity) => Promise<unknown>;
  /** what failed, for the console */
  log: string;
  /** shown when the error has no sentence for a person */
  fallback: string & Marked;
  /** the title of the toast about a failure, or a function that shows the failure instead */
  failed: string | ((sentence: () => string, error: unknown) => void);
}

/**
 * Runs one action on the account at a time and reports its failure; `failure` is the text to show beside its button. It is
 * kept as a function that words it, since the reader may change the language.
 */
export function useIdentityAction() {
  const identity = useIdentity();
  const toastFailure = useFormToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<(() => string) | null>(null);
  usePageAgain(() => setBusy(false));

  const run = async ({ act, log, fallback, failed }: Action) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      if ((await act(await identity())) === true) return;
    } catch (error) {
      console.error(log, error);
      const sentence = () => signInSentence(error, t(fallback));
      if (typeof failed === 'string') {
        toastFailure({ tone: 'error', title: failed, description: sentence() });
        setFailure(() => sentence);
      } else failed(sentence, error);
    }
    setBusy(false);
  };

  return { busy, failure: failure?.() ?? null, run };
}

/** Mails the verification link once more. */
export const useVerification = () =>
  useLinkByMail('No verification mail', (identity) => identity.sendVerification());

/** Mails a link to the person who is signed in. */
export function useLinkByMail(log: string, send: (identity: Identity, email: string) => Promise<void>) {
  const { email } = usePerson();
  const toast = useToast();
  const { busy, failure, run } = useIdentityAction();
  const mailLink = () =>
    run({
      act: async (identity) => {
        await send(identity, email);
        toast({ title: t('Link sent'), description: t('Look for it at {email}', { email }) });
      },
      log,
      failed: t('Link not sent'),
      fallback: msg('Please try again in a moment.'),
    });
  return { busy, failure, mailLink };
}

interface IdentityForm<Name extends string> extends Pick<Action, 'log' | 'fallback'> {
  /** initial values of the fields */
  initial: Record<Name, string>;
  /** problems of the values; the form is sent only if there are none */
  check: (values: Record<NoInfer<Name>, string>) => Problems<NoInfer<Name>>;
  /** returns a function that words problems only the provider can find, or true if the screen is about to be replaced */
  send: (
    identity: Identity,
    values: Record<NoInfer<Name>, string>,
  ) => Promise<(() => Problems<NoInfer<Name>>) | true | undefined>;
  /** the field beside which a failure is shown */
  failed: NoInfer<Name>;
  /** problems shown instead if the person's own password was wrong */
  wrongPassword?: () => Problems<NoInfer<Name>>;
}

/** State of a form about the account: its fields, their problems, and one submission at a time. */
export function useIdentityForm<Name extends string>(form: IdentityForm<Name>) {
  const { initial, check, send, failed, wrongPassword, log, fallback } = form;
  const { busy, run } = useIdentityAction();
  const [problemsOf, setProblems] = useState<() => Problems<Name>>(() => () => ({}));
  const problems = problemsOf();
  const { values, field } = useFields(initial, problems);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblems(() => () => check(values));
    if (Object.keys(check(values)).length > 0) return;
    await run({
      log,
      fallback,
      act: async (identity) => {
        const answer = await send(identity, values);
        if (typeof answer === 'function') setProblems(() => answer);
        return answer;
      },
      failed: (sentence, error) =>
        setProblems(() =>
          wrongPassword && isWrongPassword(error)
            ? wrongPassword
            : () => ({ [failed]: sentence() }) as Problems<Name>,
        ),
    });
  };

  return { values, field, problems, busy, submit };
}
