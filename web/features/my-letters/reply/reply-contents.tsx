import { useState } from 'react';
import { textWithoutAttachments } from '../../../../shared/attachments.ts';
import type { Reply } from '../../../../shared/conversations.ts';
import { MailSubject } from '../../../components/mail-subject.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { T, t } from '../../../lib/words.tsx';
import { hasMoreText } from '../messages.ts';
import { photoSetOfReply } from '../photos/photo-set.ts';
import { PhotoSetViewer } from '../photos/photo-set-viewer.tsx';
import { PhotoThumbnails } from '../photos/photo-thumbnails.tsx';
import { byHandTitle, HandwrittenPages } from './handwritten-pages.tsx';
import styles from './reply-contents.module.css';
import { ReplyFiles } from './reply-files.tsx';
import { originRemarks, relayRemark } from './reply-remarks.ts';

export function ReplyContents({ reply, conversationId }: { reply: Reply; conversationId: string }) {
  const [opened, setOpened] = useState<number | null>(null);
  const relay = relayRemark(reply.relay);
  const title = byHandTitle(reply);
  const text = textWithoutAttachments(reply);
  return (
    <>
      {title ? <p className={styles.title}>{title}</p> : null}
      {text ? (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      ) : null}
      {title ? <HandwrittenPages reply={reply} onOpen={setOpened} /> : null}
      {reply.photos.length > 0 && !title ? (
        <div className="mt3">
          <PhotoThumbnails photos={reply.photos} onOpen={setOpened} />
        </div>
      ) : null}
      <ReplyFiles reply={reply} conversationId={conversationId} />
      {originRemarks(reply).map((remark) => (
        <p key={remark} className={styles.note}>
          {remark}
        </p>
      ))}
      {relay ? <p className={classNames(styles.note, relay.failed && 'trouble')}>{relay.text}</p> : null}
      <FullMessage reply={reply} />
      {opened !== null ? (
        <PhotoSetViewer photoSet={photoSetOfReply(reply)} position={opened} onMove={setOpened} />
      ) : null}
    </>
  );
}

/** A mail always offers its full text: which part is new is our judgement, and the reader must be able to check it. */
function FullMessage({ reply }: { reply: Reply }) {
  if (reply.origin !== 'mail' && !hasMoreText(reply)) return null;
  return (
    <details className={styles.full}>
      <summary className="link tap sm">{t('Show full message')}</summary>
      <div className={styles.fullMessage}>
        <p className="dim">
          {reply.fromEmail ? `${t('From: {address}', { address: reply.fromEmail })}\n` : ''}
          <T
            text="Subject: {subject}"
            subject={<bdi>{reply.subject ? <MailSubject subject={reply.subject} /> : t('(none)')}</bdi>}
          />
        </p>
        <p className="mt3" dir="auto">
          {reply.fullText || t('There was no text in this message.')}
        </p>
      </div>
    </details>
  );
}
