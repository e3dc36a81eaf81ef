import { useState } from 'react';
import {
  fileUrl,
  labelOf,
  type ReplyAttachment,
  textWithoutAttachments,
  wrappingAdvice,
} from '../../../../shared/attachments.ts';
import type { Reply } from '../../../../shared/conversations.ts';
import { MailSubject } from '../../../components/mail-subject.tsx';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { currentWords, T, t } from '../../../lib/words.tsx';
import { hasMoreText } from '../messages.ts';
import { photoSetOfReply } from '../photos/photo-set.ts';
import { PhotoSetViewer } from '../photos/photo-set-viewer.tsx';
import { PhotoThumbnails } from '../photos/photo-thumbnails.tsx';
import styles from './reply-contents.module.css';
import files from './reply-files.module.css';
import { originRemarks, relayRemark } from './reply-remarks.ts';

interface ReplyContentsProps {
  reply: Reply;
  conversationId: string;
}

export function ReplyContents({ reply, conversationId }: ReplyContentsProps) {
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

/** The files that came with a reply, to be saved. What nobody vouches for takes one more press. */
function ReplyFiles({ reply, conversationId }: ReplyContentsProps) {
  const { attachments, dmarc, relay } = reply;
  if (attachments.length === 0) return null;
  const advice = wrappingAdvice(attachments, currentWords());
  return (
    <>
      <ul className={files.files} aria-label={t('Files')}>
        {attachments.map((file, index) => (
          <li key={file.id ?? index}>
            <ReplyFile
              file={file}
              conversationId={conversationId}
              vouched={dmarc === 'pass' && file.scan === 'clean'}
            />
          </li>
        ))}
      </ul>
      {advice ? <p className={files.note}>{advice}</p> : null}
      {relay ? (
        <p className={files.note}>{t('Files are kept here; they do not travel on by e-mail.')}</p>
      ) : null}
    </>
  );
}

interface FileProps {
  file: ReplyAttachment;
  conversationId: string;
  vouched: boolean;
}

function ReplyFile({ file, conversationId, vouched }: FileProps) {
  const label = labelOf(file, currentWords());
  if (file.scan === 'infected') {
    return (
      <p className={files.note}>{t('{file} was not kept: our virus scanner refused it.', { file: label })}</p>
    );
  }
  if (!file.id)
    return <p className={files.note}>{t('{file} was attached; it was not kept here.', { file: label })}</p>;
  const link = (
    <a className="link tap sm anywhere" href={fileUrl(conversationId, file.id)} download={file.name}>
      <span>
        <T text="Save {file}" file={label} />
      </span>
    </a>
  );
  if (vouched) return link;
  return (
    <details>
      <summary className="link tap sm anywhere">
        <span>
          <T text="{file}, not checked" file={label} />
        </span>
      </summary>
      <p className={files.note}>
        {file.scan === 'clean'
          ? t('We could not confirm who sent this file. Save it only if you expected it.')
          : t('No virus scanner has looked at this file. Save it only if you expected it.')}
      </p>
      {link}
    </details>
  );
}

/** Of an answer on the letter's page with photos of what was written on paper; null for any other. */
export function byHandTitle(reply: Pick<Reply, 'own' | 'author' | 'origin' | 'photos'>): string | null {
  const { own, author, origin, photos } = reply;
  if (origin !== 'page' || photos.length === 0) return null;
  if (own) return t('You wrote back by hand');
  const name = author.trim();
  return name ? t('{name} wrote back by hand', { name }) : t('They wrote back by hand');
}

function pageLabel(page: number, count: number, words: string): string {
  return words
    ? t('Open page {page} of {count}: {words}', { page, count, words })
    : t('Open page {page} of {count}', { page, count });
}

interface HandwrittenPagesProps {
  reply: Reply;
  /** counted from 0 */
  onOpen: (position: number) => void;
}

function HandwrittenPages({ reply, onOpen }: HandwrittenPagesProps) {
  const { photos } = reply;
  return (
    <ol className={styles.pages}>
      {photos.map((photo, position) => (
        <li key={photo.url}>
          <button
            type="button"
            className={styles.page}
            aria-label={pageLabel(position + 1, photos.length, photo.alt)}
            onClick={() => onOpen(position)}
          >
            <PhotoImage photo={photo} sizes="(width <= 820px) 80vw, 260px" alt="" />
          </button>
        </li>
      ))}
    </ol>
  );
}
