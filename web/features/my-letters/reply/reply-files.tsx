import { fileUrl, labelOf, type ReplyAttachment, wrappingAdvice } from '../../../../shared/attachments.ts';
import type { Reply } from '../../../../shared/conversations.ts';
import { currentWords, T, t } from '../../../lib/words.tsx';
import styles from './reply-files.module.css';

interface Props {
  reply: Pick<Reply, 'attachments' | 'dmarc' | 'relay'>;
  conversationId: string;
}

/** The files that came with a reply, to be saved. What nobody vouches for takes one more press. */
export function ReplyFiles({ reply: { attachments, dmarc, relay }, conversationId }: Props) {
  if (attachments.length === 0) return null;
  const advice = wrappingAdvice(attachments, currentWords());
  return (
    <>
      <ul className={styles.files} aria-label={t('Files')}>
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
      {advice ? <p className={styles.note}>{advice}</p> : null}
      {relay ? (
        <p className={styles.note}>{t('Files are kept here; they do not travel on by e-mail.')}</p>
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
      <p className={styles.note}>
        {t('{file} was not kept: our virus scanner refused it.', { file: label })}
      </p>
    );
  }
  if (!file.id)
    return <p className={styles.note}>{t('{file} was attached; it was not kept here.', { file: label })}</p>;
  const link = (
    <a className="link tap sm anywhere" href={fileUrl(conversationId, file.id)} download={file.name}>
      <span>
        <T text="Save {file}" file={<bdi>{label}</bdi>} />
      </span>
    </a>
  );
  if (vouched) return link;
  return (
    <details>
      <summary className="link tap sm anywhere">
        <span>
          <T text="{file}, not checked" file={<bdi>{label}</bdi>} />
        </span>
      </summary>
      <p className={styles.note}>
        {file.scan === 'clean'
          ? t('We could not confirm who sent this file. Save it only if you expected it.')
          : t('No virus scanner has looked at this file. Save it only if you expected it.')}
      </p>
      {link}
    </details>
  );
}
