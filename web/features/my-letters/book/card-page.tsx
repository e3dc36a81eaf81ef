import { useMemo } from 'react';
import type { Thread } from '../../../../shared/conversations.ts';
import { dayInWords } from '../../../../shared/day-in-words.ts';
import { messageOf, paragraphsOf } from '../../../../templates/message.ts';
import { ApiFailure } from '../../../lib/api.ts';
import { productName } from '../../../lib/product-name.ts';
import { language, T, t } from '../../../lib/words.tsx';
import { mailboxPath } from '../chosen-recipient.ts';
import { LettersFailure } from '../letters-failure.tsx';
import { useThread } from '../letters-queries.ts';
import { LoadingLine } from '../loading-line.tsx';
import { otherParty } from '../messages.ts';
import type { BookEntry } from './book-entries.ts';
import book from './book-page.module.css';
import { BookFrame } from './book-page.tsx';
import styles from './card-page.module.css';
import { Back, Cover, LeafContents, PaperPage } from './leaf.tsx';
import { CARD } from './paper.ts';
import { PrintedPages } from './printed-pages.tsx';
import type { Leaf } from './typeset.ts';
import { useTypeset } from './use-typeset.tsx';

export function CardPage({ conversationId }: { conversationId: string }) {
  const query = useThread(conversationId);
  const { data, error, isPending } = query;
  const unknown = error instanceof ApiFailure && [400, 404].includes(error.status);
  const other = data && otherParty(data.role, data.letter).address;
  return (
    <BookFrame
      title={data ? t('A letter from {name}', { name: data.letter.senderName }) : t('A card')}
      back={mailboxPath(other ? conversationId : undefined)}
    >
      {data ? null : <h1 className="mb4">{t('A card')}</h1>}
      {isPending ? <LoadingLine>{t('Opening the letter...')}</LoadingLine> : null}
      {unknown ? <p>{t('This letter could not be found.')}</p> : null}
      {data || unknown ? null : <LettersFailure query={query} />}
      {data ? <Card key={data.letter.id} letter={data.letter} /> : null}
    </BookFrame>
  );
}

const SIDES_OF_A_SHEET = 2;

type CardFace = { kind: 'cover' } | { kind: 'back' } | { kind: 'empty' } | Leaf;

function Card({ letter }: { letter: Thread['letter'] }) {
  const entries = useMemo(() => [entryOf(letter)], [letter]);
  const { leaves, measuring } = useTypeset(entries, { paper: CARD, photosPerPage: 1, titled: false });
  const sides = leaves ? foldedSides(facesOf(leaves)) : [];
  return (
    <>
      <p className={`${book.lead} mb4`}>
        {sides.length > SIDES_OF_A_SHEET
          ? t(
              'Print it on A4, on both sides, turned on the short edge. Put the sheets inside each other and fold them once.',
            )
          : t('Print it on A4, on both sides, turned on the short edge. Then fold the sheet once.')}
      </p>
      {measuring}
      <PrintedPages label={t('The card')} paper={CARD} layout="sheets" ready={leaves !== null}>
        {sides.map((side, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sides of a card are made anew together
          <div key={at} className={styles.side}>
            {side.map((face, half) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <PaperPage key={half} side={half === 0 ? 'verso' : 'recto'}>
                {face ? <Face face={face} letter={letter} day={entries[0]?.day ?? ''} /> : null}
              </PaperPage>
            ))}
          </div>
        ))}
      </PrintedPages>
    </>
  );
}

/** In the order in which they are read. Of a letter without words the left side stays empty, unless that took a sheet more. */
function facesOf(leaves: readonly Leaf[]): CardFace[] {
  const isFull = (leaves.length + 2) % 4 === 0;
  const words: CardFace[] = isFull || leaves.some(({ kind }) => kind === 'text') ? [] : [{ kind: 'empty' }];
  return [{ kind: 'cover' }, ...words, ...leaves, { kind: 'back' }];
}

function Face({ face, letter, day }: { face: CardFace; letter: Thread['letter']; day: string }) {
  if (face.kind === 'empty') return null;
  if (face.kind === 'cover') {
    return (
      <Cover postmark={day.slice(0, 4)} title={<T text="A letter from {name}" name={letter.senderName} />}>
        <p>
          <T text="To {name}, {date}" name={letter.recipientName} date={dayInWords(day, language())} />
        </p>
        {letter.heading ? (
          <p lang={letter.language} dir="auto">
            {letter.heading}
          </p>
        ) : null}
      </Cover>
    );
  }
  if (face.kind === 'back') {
    return (
      <Back>
        <p>{t('Written by hand, and sent with {product}.', { product: productName() })}</p>
      </Back>
    );
  }
  return <LeafContents leaf={face} paper={CARD} size="display" />;
}

function entryOf(letter: Thread['letter']): BookEntry {
  const { id, createdAt, day, senderName, recipientName, language, photos } = letter;
  return {
    key: `letter-${id}`,
    number: 1,
    at: createdAt,
    day: day || createdAt.slice(0, 'YYYY-MM-DD'.length),
    author: senderName,
    reader: recipientName,
    language,
    heading: '',
    paragraphs: paragraphsOf(messageOf(letter)),
    files: [],
    photos,
  };
}

/** Pages on one side of a sheet: at the end from which one reads, and at the other. */
type Side<Page> = [Page | null, Page | null];

/** Sides of sheets turned on the short edge, put inside each other and folded once. @param pages the last is the back */
export function foldedSides<Page>(pages: readonly Page[]): Side<Page>[] {
  const whole = Math.max(4, Math.ceil(pages.length / 4) * 4);
  const back = pages.length - 1;
  const page = (at: number): Page | null =>
    (at === whole - 1 ? pages[back] : at < back ? pages[at] : null) ?? null;
  const sides: Side<Page>[] = [];
  for (let sheet = 0; sheet < whole / 4; sheet++) {
    const first = 2 * sheet;
    const last = whole - 1 - first;
    sides.push([page(last), page(first)], [page(first + 1), page(last - 1)]);
  }
  return sides;
}
