import { useState } from 'react';
import { correspondenceExportUrl } from '../../../../shared/correspondences.ts';
import { isIn } from '../../../../shared/letter-status.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { countsInWords } from '../../../../shared/words.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Menu } from '../../../components/menu.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import { useSaving } from '../../../lib/save-file.ts';
import { language, n, p, t } from '../../../lib/words.tsx';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { useRecipients } from '../../recipients/recipients-query.ts';
import { bookPath, mailboxPath } from '../chosen-recipient.ts';
import { LettersFailure } from '../letters-failure.tsx';
import { useLetters, useReceivedLetters, useReplies } from '../letters-queries.ts';
import { LoadMore } from '../load-more.tsx';
import { LoadingLine } from '../loading-line.tsx';
import { NoteLine } from '../note/note-line.tsx';
import { EmptyMailbox } from '../overview/empty-mailbox.tsx';
import { useMarkRead, useNewReplies } from '../unread/unread.ts';
import styles from './conversation-timeline.module.css';
import actions from './correspondence-actions.module.css';
import { LetterCard } from './letter-card.tsx';
import { type Opened, OpenedLetter } from './opened-letter.tsx';
import { ReceivedCard } from './received-card.tsx';
import { ReplyCard } from './reply-card.tsx';
import { mergeTimeline, nextToLoad } from './timeline-items.ts';

export function ConversationTimeline({ recipient }: { recipient: string }) {
  const letters = useLetters(recipient);
  const replies = useReplies(recipient);
  const received = useReceivedLetters(recipient);
  const sent = letters.data?.[0];
  const came = received.data?.[0];
  const address = sent?.recipientEmail ?? came?.senderEmail;
  const name = sent?.recipientName.trim() || came?.senderName.trim() || address || '';
  const loading = letters.isPending || received.isPending;
  const failed = [letters, received].find(({ isError, data }) => isError && !data);
  return (
    <section className={styles.conversation} id="conversation">
      <ButtonLink className="outdent" variant="quiet" size="sm" to={mailboxPath()}>
        <Icon name="back" />
        {t('Back to Mailbox')}
      </ButtonLink>
      {failed ? <LettersFailure query={failed} /> : null}
      {!failed && !loading && !address ? <EmptyMailbox /> : null}
      {address ? (
        <div className={styles.lead}>
          <h1 tabIndex={-1} dir="auto">
            {name}
          </h1>
          <p className="dim" dir="auto">
            {address}
          </p>
          <CorrespondenceActions
            name={name}
            address={address}
            recipient={recipient}
            canKeep={Boolean(letters.data?.some(hasLeft) || came)}
          />
        </div>
      ) : null}
      {loading || (address && replies.isPending) ? (
        <LoadingLine>{t('Untying the bundle...')}</LoadingLine>
      ) : null}
      {address && !loading && !replies.isPending ? (
        <LettersAndReplies key={address} letters={letters} received={received} replies={replies} />
      ) : null}
    </section>
  );
}

/** Only of the loaded letters, which are the newest. */
const hasLeft = ({ status }: Letter) => isIn('posted', status);

interface CorrespondenceActionsProps {
  name: string;
  address: string;
  /** a conversation with them */
  recipient: string;
  canKeep: boolean;
}

function CorrespondenceActions({ name, address, recipient, canKeep }: CorrespondenceActionsProps) {
  const { run, isBusy, failureOf } = useSaving();
  const { data: people } = useRecipients();
  const key = recipientKey(address);
  const known = people?.find(({ email }) => recipientKey(email) === key);
  const url = correspondenceExportUrl(recipient);
  return (
    <div className={actions.actions}>
      <ButtonLink to="/" state={{ writeTo: known ?? { id: null, name, email: address, greetingName: '' } }}>
        <Icon name="pen" />
        {t('Write to {name}', { name: known?.greetingName || name })}
      </ButtonLink>
      {canKeep ? (
        <Menu
          icon="keep"
          label={p('letters', 'Keep')}
          labelled
          items={[
            { text: t('Make a book'), to: bookPath(recipient) },
            {
              text: t('Save everything of this conversation'),
              onSelect: () => void run(url, 'letters.zip'),
            },
          ]}
        />
      ) : null}
      <p className="vh" role="status">
        {isBusy(url) ? t('Putting your letters together...') : ''}
      </p>
      <Failure error={failureOf(url)} what={t('Download failed.')} />
    </div>
  );
}

interface LettersAndRepliesProps {
  letters: ReturnType<typeof useLetters>;
  received: ReturnType<typeof useReceivedLetters>;
  replies: ReturnType<typeof useReplies>;
}

/** All are in the document, for focus, printing and find-in-page; the browser skips distant ones (`content-visibility`). */
function LettersAndReplies(queries: LettersAndRepliesProps) {
  const { letters, received, replies } = queries;
  const next = nextToLoad(queries);
  const count = ({ data = [] }: { data?: readonly unknown[] | undefined }) => data.length;
  const list = countsInWords(
    [
      n(count(letters) + count(received), '1 letter', '{n} letters'),
      replies.data ? n(replies.data.length, '1 reply', '{n} replies') : '',
    ].filter(Boolean),
    language(),
  );
  const items = mergeTimeline(queries);
  const [opened, setOpened] = useState<Opened | null>(null);
  const markRead = useMarkRead();
  const newReplies = useNewReplies(replies.data ?? []);
  const newest = items.find((item) => item.kind === 'reply' && !item.reply.own);
  return (
    <>
      <p className="vh" role="status">
        {next ? t('The newest {list}', { list }) : list}
      </p>
      {replies.data ? null : (
        <ReadFailure query={replies} className={styles.notice} title={t('The replies could not be loaded')}>
          {messageForPerson(replies.error, t('Your letters are all here.'))}
        </ReadFailure>
      )}
      <div className={styles.timeline}>
        <svg className={styles.knot} viewBox="0 0 50 46" aria-hidden="true" focusable="false">
          <path d="M25 27C13 31 3 25 6 17s14-3 19 10M25 27c12 4 22-2 19-10s-14-3-19 10M23 28c-2 6-5 10-9 13M27 28c2 5 5 8 10 10" />
          <circle cx="25" cy="27" r="3.4" fill="currentColor" />
        </svg>
        <ol className={styles.entries}>
          {items.map((item, index) => (
            <li
              key={item.key}
              className={`${styles.entry} ${styles[item.kind === 'received' ? 'letter' : item.kind]}`}
              data-own={(item.kind === 'reply' && item.reply.own) || undefined}
              aria-posinset={index + 1}
              aria-setsize={next ? -1 : items.length}
            >
              {item.kind === 'reply' ? (
                <ReplyCard
                  reply={item.reply}
                  isNew={newReplies.has(item.reply.id)}
                  isNewest={item === newest}
                  onSeen={markRead}
                />
              ) : null}
              {item.kind === 'received' ? <ReceivedCard letter={item.letter} /> : null}
              {item.kind === 'letter' ? <LetterCard letter={item.letter} onOpen={setOpened} /> : null}
              {item.kind === 'note' ? (
                <NoteLine
                  note={item.note}
                  viewer="sender"
                  other={item.letter.recipientName.trim() || item.letter.recipientEmail}
                />
              ) : null}
            </li>
          ))}
        </ol>
      </div>
      <LoadMore
        query={queries[next ?? 'letters']}
        label={t('Show older letters')}
        retryLabel={t('Older letters could not be loaded. Retry')}
        variant="secondary"
        className={styles.older}
      />
      <OpenedLetter items={items} opened={opened} onChange={setOpened} />
    </>
  );
}
