import { Button, ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatDateTime } from '../../../lib/dates.ts';
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
    const to = `/my-letters?to=${encodeURIComponent(letter.recipientEmail.toLowerCase())}`;
    return (
      <Notice
        className={className}
        tone="warning"
        title="This letter has left already"
        actions={
          <>
            <ButtonLink variant="secondary" size="sm" to={to}>
              View it
            </ButtonLink>
            {changed ? (
              <Button variant="quiet" size="sm" onClick={onSendAnother}>
                Send this as a new letter
              </Button>
            ) : null}
          </>
        }
      >
        To <bdi>{letter.recipientName}</bdi>, {formatDateTime(letter.createdAt)}, from another tab or device.{' '}
        {changed
          ? 'What stands here was changed since; a new letter costs another credit.'
          : 'Nothing was sent or charged a second time.'}
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
