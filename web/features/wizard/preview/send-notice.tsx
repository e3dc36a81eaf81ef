import { STATUS } from '../../../../shared/letter-status.ts';
import { type Marked, msg } from '../../../../shared/words.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Sentences } from '../../../components/sentences.tsx';
import { andOthers } from '../../../lib/and-others.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { T, t } from '../../../lib/words.tsx';
import type { SendNotice as SendNoticeState } from './use-send-letter.ts';

interface SendNoticeProps {
  notice: SendNoticeState;
  onSendAnother: () => void;
  className?: string | undefined;
}

/** Beside the button: all but what has a dialog or a place of its own. */
export function SendNotice({ notice, onSendAnother, className }: SendNoticeProps) {
  if (notice.kind === 'left-before') {
    const { letter, changed } = notice;
    const { title, meaning, mayRepeat } = leftBeforeWords(letter.status, changed);
    return (
      <Notice
        className={className}
        tone="warning"
        title={title}
        actions={
          <>
            <ButtonLink variant="secondary" size="sm" to={`/my-letters?to=${letter.conversationId}`}>
              {t('View it')}
            </ButtonLink>
            {mayRepeat ? (
              <Button variant="quiet" size="sm" onClick={onSendAnother}>
                {t('Send this as a new letter')}
              </Button>
            ) : null}
          </>
        }
      >
        <Sentences>
          <T
            text="To {name}, {time}, from another tab or device."
            name={andOthers(letter.recipientName, letter.batch ? letter.batch.size - 1 : 0)}
            time={formatDateTime(letter.createdAt)}
          />
          {meaning}
        </Sentences>
      </Notice>
    );
  }
  if (notice.kind === 'credits' || notice.kind === 'refused') return null;
  if (notice.kind === 'message') {
    return (
      <Notice className={className} tone="error" title={notice.title}>
        {notice.description}
      </Notice>
    );
  }
  const offline = notice.kind === 'offline';
  return (
    <Notice
      className={className}
      tone="warning"
      title={offline ? t('You’re offline.') : t('We don’t know yet whether it left')}
    >
      <Sentences>
        {offline
          ? t('Nothing was sent or charged; your letter is kept.')
          : t('The answer was lost. It leaves and is charged once, however often you press Send Letter.')}
        {notice.retrying
          ? t('This goes on by itself while you stay here.')
          : t('Press Send Letter to go on.')}
      </Sentences>
    </Notice>
  );
}

const TITLES = new Map<string, string & Marked>([
  [STATUS.scheduled, msg('This letter waits for its day already')],
  [STATUS.sealed, msg('This letter is sealed already')],
  [STATUS.held, msg('This letter is on hold already')],
  [STATUS.unsent, msg('This letter was taken back')],
]);

/** @param changed what stands here is another letter than the one that left */
export function leftBeforeWords(status: string, changed: boolean) {
  const isBack = status === STATUS.unsent;
  return {
    title: t(TITLES.get(status) ?? msg('This letter has left already')),
    meaning: isBack
      ? t('Its credit is yours again; a new letter costs one.')
      : changed
        ? t('What stands here was changed since; a new letter costs another credit.')
        : t('Nothing was sent or charged a second time.'),
    mayRepeat: changed || isBack,
  };
}
