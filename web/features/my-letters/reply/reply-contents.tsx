import { useState } from 'react';
import { attachmentSentence, wordsWithoutFiles } from '../../../../shared/attachments.ts';
import type { Reply } from '../../../../shared/conversations.ts';
import { classNames } from '../../../lib/class-names.ts';
import { photoSetOfReply } from '../letter/photo-set.ts';
import { PhotoViewer } from '../letter/photo-viewer.tsx';
import { LetterThumbnails } from '../timeline/letter-thumbnails.tsx';
import { thumbnailsOf } from '../timeline/thumbnails.ts';
import { FullMessage } from './full-message.tsx';
import styles from './reply-contents.module.css';
import { originRemarks, relayRemark } from './reply-remarks.ts';

/** The words and photos of a reply, which files came with it, where it came from, and how its own mail fares. */
export function ReplyContents({ reply }: { reply: Reply }) {
  const [opened, setOpened] = useState<number | null>(null);
  const relay = relayRemark(reply.relay);
  const words = wordsWithoutFiles(reply);
  // Of one's own answer it counts what the other side did not get.
  const files = attachmentSentence(
    reply.attachments,
    reply.relay ? 'could not be carried along' : 'cannot be shown here',
  );
  const { shown } = thumbnailsOf(reply.photos, new Set());
  return (
    <>
      {words ? (
        <p className={styles.text} dir="auto">
          {words}
        </p>
      ) : null}
      {reply.photos.length > 0 ? (
        <div className={styles.photos}>
          <LetterThumbnails
            photos={reply.photos}
            onOpen={setOpened}
            onMore={() => setOpened(Math.min(shown.length, reply.photos.length - 1))}
          />
        </div>
      ) : null}
      {files ? <p className={styles.note}>{files}</p> : null}
      {originRemarks(reply).map((remark) => (
        <p key={remark} className={styles.note}>
          {remark}
        </p>
      ))}
      {relay ? <p className={classNames(styles.note, relay.failed && styles.failed)}>{relay.text}</p> : null}
      <FullMessage reply={reply} />
      {opened !== null ? (
        <PhotoViewer
          album={photoSetOfReply(reply)}
          position={opened}
          onMove={setOpened}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}
