import { muteBody } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { write } from '../../../lib/api.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';
import { usePerson } from '../../identity/use-person.ts';
import styles from './mute-switch.module.css';

interface MuteSwitchProps {
  conversationId: string;
  muted: boolean;
  name: string;
}

export function MuteSwitch({ conversationId, muted, name }: MuteSwitchProps) {
  const { emailVerified } = usePerson();
  const invalidate = useInvalidation();
  const { run, busy, failure } = useAction('The conversation could not be muted or unmuted', async () => {
    const path = `/api/conversations/${encodeURIComponent(conversationId)}/mute`;
    await write('POST', path, { muted: !muted }, muteBody);
    await invalidate('mute');
  });
  return (
    <div className={styles.mute}>
      <p role="status">
        {muted
          ? t('Muted: what {name} answers shows here, and no e-mail about it comes to you.', { name })
          : emailVerified
            ? t('What {name} answers shows here and also comes to you by e-mail.', { name })
            : t(
                'What {name} answers shows here; once your address is confirmed, it also comes to you by e-mail.',
                { name },
              )}
      </p>
      {muted || emailVerified ? (
        <Button variant="secondary" size="sm" busy={busy} onClick={() => run()}>
          {muted ? t('Unmute conversation') : t('Mute conversation')}
        </Button>
      ) : null}
      <Failure error={failure} what={t('Nothing was changed.')} />
    </div>
  );
}
