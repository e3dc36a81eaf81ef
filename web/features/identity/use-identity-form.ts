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
  /** gives back true when the screen is about to be replaced: the action then stays busy */
  act: (identity: Identity) => Promise<unknown>;
  /** what failed, for the console */
  log: string;
  /** shown when the error has no sentence for a person */
  fallback: string & Marked;
  /** the title of the toast about a failure, or what shows it instead */
  failed: string | ((sentence: () => string, error: unknown) => void);
}

/**
 * Runs one action on the account at a time and reports its failure; `failure` is for beside its button. What stays on the
 * screen is kept as what words it, since its reader may change the language.
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

/** Has a link mailed to whoever is signed in. */
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
  /** what stands in the fields at first */
  initial: Record<Name, string>;
  /** what is wrong with what was typed; the form is sent when nothing is */
  check: (values: Record<NoInfer<Name>, string>) => Problems<NoInfer<Name>>;
  /** gives back what only the provider can find wrong, or true when the screen is about to be replaced */
  send: (
    identity: Identity,
    values: Record<NoInfer<Name>, string>,
  ) => Promise<(() => Problems<NoInfer<Name>>) | true | undefined>;
  /** puts the sentence about a failure beside a field */
  failed: NoInfer<Name>;
  /** shown instead when the person's own password was wrong */
  wrongPassword?: () => Problems<NoInfer<Name>>;
}

/** A form about the account: its fields and their problems, its check, its one submission at a time. */
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
