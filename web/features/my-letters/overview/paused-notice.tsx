import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { senderPause } from '../../../../shared/reports.ts';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Sentences } from '../../../components/sentences.tsx';
import { write } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { queryOf } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';

const pauseQuery = queryOf('/api/sender-pause', senderPause);

export const usePause = () => useQuery(pauseQuery);

export function PausedNotice() {
  const queryClient = useQueryClient();
  const words = useRef<HTMLParagraphElement>(null);
  const { data } = usePause();
  const ask = useAction('A look could not be asked for', async () => {
    const pause = await write('POST', '/api/sender-pause/ask', undefined, senderPause);
    queryClient.setQueryData(pauseQuery.queryKey, pause);
    // Its button is gone.
    words.current?.focus();
  });
  const pause = data?.pause;
  if (!pause) return null;
  const since = formatDateTime(pause.since);
  return (
    <Notice
      tone="warning"
      title={t('Your letters are on hold')}
      actions={
        pause.asked ? null : (
          <Button size="sm" busy={ask.busy} onClick={() => ask.run()}>
            {t('Ask for a look')}
          </Button>
        )
      }
    >
      <p role="status" ref={words} tabIndex={-1}>
        <Sentences>
          {pause.reported
            ? t(
                'Since {date}, letters to people who never answered you wait here: people you wrote to did not want your letters.',
                { date: since },
              )
            : t('Since {date}, what you send waits here.', { date: since })}
          {pause.asked
            ? t(
                'You asked us to have a look. We will, and then your letters leave or their credits come back.',
              )
            : t('Nothing is lost. If you think that this is a mistake, ask us to have a look.')}
        </Sentences>
      </p>
      <Failure error={ask.failure} what={t('We were not asked.')} />
    </Notice>
  );
}
