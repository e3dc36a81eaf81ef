import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ApiFailure, messageForPerson } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';
import { putOnDesk, visitOf } from '../../arrival/put-on-desk.ts';
import styles from './delivery-problem.module.css';

export function PutOnDeskButton({ letterId }: { letterId: number }) {
  const navigate = useNavigate();
  const invalidate = useInvalidation();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const { run, busy, failure } = useAction('The letter was not put on the desk', async () => {
    const draft = await putOnDesk(letterId, idempotencyKey);
    void navigate('/', { state: visitOf(draft) });
    await invalidate('waiting letter');
  });
  return (
    <>
      <Button variant="secondary" size="sm" busy={busy} onClick={() => run()}>
        {t('Put it on the desk')}
      </Button>
      {failure ? (
        <div className={styles.taken}>
          <p className="trouble" role="alert">
            {messageForPerson(failure, t('The letter was not put on the desk. Please try once more.'))}
          </p>
          {failure instanceof ApiFailure && failure.code === 'DESK_TAKEN' ? (
            <ButtonLink variant="secondary" size="sm" to="/">
              {t('Go to the desk')}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
