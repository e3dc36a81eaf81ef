import { Button, ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { andOthers } from '../../../lib/and-others.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { leftBeforeWords } from './left-before-words.ts';
import type { SendNotice as SendNoticeState } from './use-send-letter.ts';

interface SendNoticeProps {
  notice: SendNoticeState;
  onSendAnother: () => void;
  className?: string | undefined;
}

/** What became of a Send that did not lead to the success step, beside its button. */
export function SendNotice({ notice, onSendAnother, className }: SendNoticeProps) {
  if (notice.kind === 'left-before') {
    const { letter, changed } = notice;
    const { title, meaning, mayRepeat } = leftBeforeWords(letter.status, changed);
    const to = `/my-letters?to=${encodeURIComponent(letter.recipientEmail.toLowerCase())}`;
    return (
      <Notice
        className={className}
        tone="warning"
        title={title}
        actions={
          <>
            <ButtonLink variant="secondary" size="sm" to={to}>
              View it
            </ButtonLink>
            {mayRepeat ? (
              <Button variant="quiet" size="sm" onClick={onSendAnother}>
                Send this as a new letter
              </Button>
            ) : null}
          </>
        }
      >
        To <bdi>{andOthers(letter.recipientName, letter.batch ? letter.batch.size - 1 : 0)}</bdi>,{' '}
        {formatDateTime(letter.createdAt)}, from another tab or device. {meaning}
      </Notice>
    );
  }
  if (notice.kind === 'failed') {
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
      title={offline ? 'You’re offline.' : 'We don’t know yet whether it left'}
    >
      {offline
        ? 'Nothing was sent or charged; your letter is kept.'
        : 'The answer was lost. It leaves and is charged once, however often you press Send Letter.'}{' '}
      {notice.waits ? 'This goes on by itself while you stay here.' : 'Press Send Letter to go on.'}
    </Notice>
  );
}
