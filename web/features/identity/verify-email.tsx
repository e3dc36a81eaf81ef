import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isIn, STATUS } from '../../../shared/letter-status.ts';
import { type Letter, letterListPage } from '../../../shared/letters.ts';
import { LETTERS_SEALED_AT_MOST } from '../../../shared/limits.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { read } from '../../lib/api.ts';
import { T, t } from '../../lib/words.tsx';
import { MailedCode } from './mailed-code.tsx';
import { useVerification } from './use-identity-form.ts';
import { usePerson } from './use-person.ts';

/** Time after its sending in which a released letter counts as just released, ms: it may be sent before this page reads it. */
const JUST_SENT_MS = 600_000;

const isUnderWay = ({ status, sentAt }: Letter) =>
  isIn('posted', status) && (sentAt === null || Date.now() - Date.parse(sentAt) < JUST_SENT_MS);

/** Shows whether sealed letters are sent now or stay unsent: the server released them when the address was confirmed. */
function Released() {
  const { data } = useQuery({
    queryKey: ['/api/letters', { released: true }],
    queryFn: () => read(`/api/letters?limit=${LETTERS_SEALED_AT_MOST}`, letterListPage),
  });
  const underWay = data?.letters.some(isUnderWay);
  const unsent = data?.letters.some(({ status }) => status === STATUS.unsent);
  return (
    <div aria-live="polite">
      {underWay ? <p>{t('What you sealed is on its way now.')}</p> : null}
      {unsent ? (
        <p>
          <T
            text="A letter did not leave. {myLetters} says why."
            myLetters={<Link to="/my-letters">{t('My Letters')}</Link>}
          />
        </p>
      ) : null}
    </div>
  );
}

/** `/verify-email?oobCode=`: target of the link in the verification mail. */
export function VerifyEmail() {
  const { email, emailVerified } = usePerson();
  const { busy, failure, mailLink } = useVerification();
  return (
    <MailedCode
      title={t('Confirm your address')}
      asking={t('Confirming your address...')}
      refused={t('The address is not confirmed yet')}
      instead={
        <div className="actions">
          <Button busy={busy} onClick={mailLink}>
            {t('Send a new link to {email}', { email })}
          </Button>
          <Failure error={failure} what={t('Link not sent.')} />
        </div>
      }
      isApplied={emailVerified}
    >
      <h1>{t('Your address is confirmed')}</h1>
      <p className="letter">
        {t(
          '{email} is yours. Letters that were sent to you there are in My Letters now, and replies to yours will find you.',
          { email },
        )}
      </p>
      <Released />
      <div className="actions">
        <ButtonLink to="/">{t('Write a letter')}</ButtonLink>
        <ButtonLink variant="secondary" to="/my-letters">
          {t('My Letters')}
        </ButtonLink>
      </div>
    </MailedCode>
  );
}
