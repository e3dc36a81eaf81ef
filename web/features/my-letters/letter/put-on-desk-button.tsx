import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ApiFailure, messageForPerson } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { t } from '../../../lib/words.tsx';
import { putOnDesk, visitOf } from '../../arrival/put-on-desk.ts';
import styles from './delivery-problem.module.css';

/** Makes a draft of a letter that did not leave, and goes to it. */
export function PutOnDeskButton({ letterId }: { letterId: number }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => putOnDesk(letterId, idempotencyKey),
    onSuccess: (draft) => {
      void navigate('/', { state: visitOf(draft) });
      return queryClient.invalidateQueries({ queryKey: ['/api/letters'] });
    },
    onError: (cause) => console.error('The letter was not put on the desk', cause),
  });
  return (
    <>
      <Button variant="secondary" size="sm" busy={isPending} onClick={() => mutate()}>
        {t('Put it on the desk')}
      </Button>
      {error ? (
        <div className={styles.taken}>
          <p className={styles.error} role="alert">
            {messageForPerson(error, t('The letter was not put on the desk. Please try once more.'))}
          </p>
          {error instanceof ApiFailure && error.code === 'DESK_TAKEN' ? (
            <ButtonLink variant="secondary" size="sm" to="/">
              {t('Go to the desk')}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
