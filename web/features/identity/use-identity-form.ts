import { type FormEvent, useState } from 'react';
import { type Marked, msg } from '../../../shared/words.ts';
import { useFormToast, useToast } from '../../components/toast.tsx';
import { usePageAgain } from '../../lib/page-again.ts';
import { t } from '../../lib/words.tsx';
import type { Identity } from './identity.ts';
import { isWrongPassword, signInSentence } from './sign-in-errors.ts';
import { useIdentity, usePerson } from './use-person.ts';

interface Action {
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

/** A sentence for each field that is wrong. */
export type Problems<Name extends string> = Partial<Record<Name, string>>;

interface IdentityForm<Name extends string> extends Pick<Action, 'log' | 'fallback'> {
  /** what is wrong with what was typed; the form is sent when nothing is */
  check: () => Problems<Name>;
  /** gives back what only the provider can find wrong, or true when the screen is about to be replaced */
  send: (identity: Identity) => Promise<(() => Problems<Name>) | true | undefined>;
  /** puts the sentence about a failure beside a field */
  failed: (sentence: string) => Problems<Name>;
  /** shown instead when the person's own password was wrong */
  wrongPassword?: () => Problems<Name>;
}

/** A form about the account: its check, its one submission at a time, and the problems of its fields. */
export function useIdentityForm<Name extends string>({ check, send, failed, ...form }: IdentityForm<Name>) {
  const { busy, run } = useIdentityAction();
  const [problems, setProblems] = useState<() => Problems<Name>>(() => () => ({}));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblems(() => check);
    if (Object.keys(check()).length > 0) return;
    await run({
      ...form,
      act: async (identity) => {
        const answer = await send(identity);
        if (typeof answer === 'function') setProblems(() => answer);
        return answer;
      },
      failed: (sentence, error) =>
        setProblems(() =>
          form.wrongPassword && isWrongPassword(error) ? form.wrongPassword : () => failed(sentence()),
        ),
    });
  };

  return { problems: problems(), busy, submit };
}
