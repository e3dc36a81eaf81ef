import { type ReactNode, useMemo } from 'react';
import type { CorrespondenceLetter } from '../../../../shared/correspondences.ts';
import { listInWords } from '../../../../shared/words.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Page } from '../../../components/page.tsx';
import { ApiFailure } from '../../../lib/api.ts';
import { language, t } from '../../../lib/words.tsx';
import { mailboxPath, useAddressOf } from '../chosen-recipient.ts';
import { LettersFailure } from '../letters-failure.tsx';
import { useCorrespondence } from '../letters-queries.ts';
import { LoadingLine } from '../loading-line.tsx';
import { useBookChoices } from './book-choices.ts';
import { BookChoicesForm, PHOTOS_IN_A_VOLUME, Volumes } from './book-choices-form.tsx';
import { type BookEntry, entriesOf, namesOf, photoCount, yearsOf } from './book-entries.ts';
import { BookLeaves } from './book-leaves.tsx';
import styles from './book-page.module.css';
import { PAPERS, type Paper } from './paper.ts';
import { PrintedPages } from './printed-pages.tsx';
import { useTypeset } from './use-typeset.tsx';

/** Phones take the smaller photos: the large ones of a long book would fill their memory. */
const PHONE = '(width <= 820px)';

export function BookPage({ conversationId }: { conversationId: string }) {
  const query = useCorrespondence(conversationId);
  const { data, error, isPending } = query;
  const none = (data && data.length === 0) || (error instanceof ApiFailure && error.status === 404);
  const names = namesOf(data ?? [], useAddressOf(conversationId) ?? '').filter(Boolean);
  const title = data
    ? t('The letters of {names}', { names: listInWords(names, language()) })
    : t('A book of letters');
  return (
    <BookFrame title={title} back={mailboxPath(conversationId)}>
      {data && data.length > 0 ? null : <h1 className="mb4">{title}</h1>}
      {isPending ? <LoadingLine>{t('Untying the bundle...')}</LoadingLine> : null}
      {none ? <p>{t('There are no letters with this address.')}</p> : null}
      {data || none ? null : <LettersFailure query={query} />}
      {data && data.length > 0 ? <Book letters={data} names={names} title={title} /> : null}
    </BookFrame>
  );
}

export function BookFrame({ title, back, children }: { title: string; back: string; children: ReactNode }) {
  return (
    <Page title={title}>
      <ButtonLink className={styles.back} variant="quiet" size="sm" to={back}>
        <Icon name="back" />
        {t('My Letters')}
      </ButtonLink>
      {children}
    </Page>
  );
}

interface BookProps {
  letters: readonly CorrespondenceLetter[];
  names: string[];
  title: string;
}

function Book({ letters, names, title }: BookProps) {
  const { choices, choose } = useBookChoices();
  const { answers, from, until, photosPerPage } = choices;
  const whole = useMemo(() => entriesOf(letters, { answers, from: null, until: null }), [letters, answers]);
  const entries = useMemo(
    () => entriesOf(letters, { answers, from, until }),
    [letters, answers, from, until],
  );
  const days = { first: whole[0]?.day ?? '', last: whole.at(-1)?.day ?? '' };
  const years = yearsOf(whole);
  return (
    <>
      {entries.length === 0 ? <h1 className="mb4">{title}</h1> : null}
      <div className={styles.panel}>
        <p className={styles.lead}>{t('A book of letters, to be printed or kept as a file.')}</p>
        <BookChoicesForm choices={choices} choose={choose} days={days} />
        {photoCount(whole) > PHOTOS_IN_A_VOLUME && years.length > 1 ? (
          <Volumes years={years} choices={choices} />
        ) : null}
        {entries.length === 0 ? <p role="status">{t('Nothing was written in these days.')}</p> : null}
        {answers && letters.some(({ olderLeftOut }) => olderLeftOut) ? (
          <p>{t('The oldest answers are left out here. A saved copy has all of them.')}</p>
        ) : null}
      </div>
      {entries.length > 0 ? (
        <SetBook
          entries={entries}
          names={names}
          paper={PAPERS[choices.paper]}
          photosPerPage={photosPerPage}
        />
      ) : null}
    </>
  );
}

interface SetBookProps {
  entries: readonly BookEntry[];
  names: string[];
  paper: Paper;
  photosPerPage: 1 | 2;
}

function SetBook({ entries, names, paper, photosPerPage }: SetBookProps) {
  const { leaves, measuring } = useTypeset(entries, { paper, photosPerPage });
  const size = photosPerPage === 2 || matchMedia(PHONE).matches ? 'mail' : 'display';
  return (
    <>
      {leaves ? null : <LoadingLine>{t('Setting the pages...')}</LoadingLine>}
      {measuring}
      <PrintedPages label={t('The book')} paper={paper} layout="spreads" ready={leaves !== null}>
        {leaves ? (
          <BookLeaves entries={entries} names={names} leaves={leaves} paper={paper} size={size} />
        ) : null}
      </PrintedPages>
    </>
  );
}
