import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { accountDataSummary, deleteAccountAnswer, EXPORT_PATH } from '../../../shared/account-data.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ApiFailure, messageForPerson, read, write } from '../../lib/api.ts';
import { useClientConfig } from '../../lib/client-config.tsx';
import { isWrongPassword, signInSentence } from '../identity/sign-in-errors.ts';
import { useIdentity, usePerson } from '../identity/use-person.ts';
import styles from './data-section.module.css';
import { goesWording, waitsWording } from './deletion-messages.ts';
import { JUST_DELETED } from './just-deleted.ts';

interface Problems {
  email?: string | undefined;
  password?: string | undefined;
}

/** Says what goes and what stays, and takes the address, typed by hand, for a yes. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const { email: address, hasPassword } = usePerson();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { remove, busy, problems } = useDeletion();
  const { data: holdings } = useQuery({
    queryKey: ['/api/account/holdings'],
    queryFn: () => read('/api/account/holdings', accountDataSummary),
    staleTime: 0,
  });
  const { identity } = useClientConfig();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void remove(email.trim(), hasPassword ? password : null);
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete your account"
      description="At once, and for good."
      width={600}
      footer={
        <div className={styles.acts}>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" form={form} busy={busy}>
            Delete everything
          </Button>
        </div>
      }
    >
      <dl className={styles.terms}>
        <div>
          <dt>What goes</dt>
          <dd>{goesWording(holdings)}</dd>
        </div>
        <div>
          <dt>What stays</dt>
          <dd>
            What has arrived stays in the mailboxes it arrived in. For the books we keep when credits were
            bought, given and spent, without your name or address.
            {identity.mode === 'firebase'
              ? ' Your way to sign in is kept at Firebase, and is deleted there in the same step.'
              : null}
          </dd>
        </div>
      </dl>
      {holdings && holdings.underWay > 0 ? (
        <Notice tone="warning">
          <p>{waitsWording(holdings.underWay)}</p>
        </Notice>
      ) : null}
      <p className="sm">
        <a href={EXPORT_PATH} download>
          Take everything along first
        </a>
      </p>
      <form id={form} className={styles.form} noValidate onSubmit={submit}>
        <Field label="Type your e-mail address to go on" hint={address} error={problems.email}>
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        {hasPassword ? (
          <Field label="Your password" error={problems.password}>
            {(control) => (
              <input
                {...control}
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        ) : null}
      </form>
    </Dialog>
  );
}

function useDeletion() {
  const identity = useIdentity();
  const navigate = useNavigate();
  const { email: address } = usePerson();
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  async function remove(email: string, password: string | null) {
    const found: Problems = {};
    if (email.toLowerCase() !== address.toLowerCase())
      found.email = 'Please type the address of this account.';
    if (password === '') found.password = 'Please enter your password';
    setProblems(found);
    if (found.email || found.password) return;
    setBusy(true);
    try {
      const { proof, leaveForGood } = await identity();
      const idToken = await proof(password);
      const answer = await write('POST', '/api/account/delete', { email, idToken }, deleteAccountAnswer);
      // The letter in progress, too.
      sessionStorage.clear();
      await navigate('/goodbye', { replace: true, state: JUST_DELETED });
      await leaveForGood(answer.elsewhere);
    } catch (error) {
      console.error('The account was not deleted', error);
      setProblems(problemsIn(error));
      setBusy(false);
    }
  }

  return { remove, busy, problems };
}

function problemsIn(error: unknown): Problems {
  if (isWrongPassword(error)) return { password: 'That is not your password.' };
  const sorry = 'Your account could not be deleted. Please try again.';
  if (error instanceof ApiFailure) return { email: messageForPerson(error, sorry) };
  return { email: signInSentence(error, sorry) };
}
