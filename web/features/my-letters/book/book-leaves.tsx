import { format } from 'date-fns/format';
import { dayInWords, daysInWords } from '../../../../shared/day-in-words.ts';
import type { PhotoVariant } from '../../../../shared/photos.ts';
import { listFormat, listInWords } from '../../../../shared/words.ts';
import { productName } from '../../../lib/product-name.ts';
import { language, n, T, t } from '../../../lib/words.tsx';
import { type BookEntry, photoCount } from './book-entries.ts';
import { Contents, type ContentsRow, rowsOnPage } from './contents.tsx';
import styles from './leaf.module.css';
import { Back, Cover, Foot, FromTo, LeafContents, PaperPage } from './leaf.tsx';
import type { Paper } from './paper.ts';
import type { Leaf } from './typeset.ts';

interface BookLeavesProps {
  entries: readonly BookEntry[];
  names: string[];
  leaves: readonly Leaf[];
  paper: Paper;
  size: PhotoVariant;
}

export function BookLeaves({ entries, names, leaves, paper, size }: BookLeavesProps) {
  const letters = entries.filter(({ number }) => number !== null);
  const [first = '', last = ''] = [entries[0]?.day, entries.at(-1)?.day];
  const years = [...new Set([first.slice(0, 4), last.slice(0, 4)])].join('–');
  // A name stays on one line if that is long enough; else it breaks between its words.
  const whole = listFormat(language())
    .formatToParts(names)
    .map(({ type, value }) =>
      type === 'element' ? (
        <bdi key={value} className={styles.name}>
          {value}
        </bdi>
      ) : (
        value
      ),
    );
  const perPage = rowsOnPage(paper, letters.length);
  const contents = Math.ceil(letters.length / perPage);
  const before = 1 + contents;
  const rows = rowsOf(letters, leaves, before);
  return (
    <>
      <PaperPage side="recto">
        <Cover postmark={years} title={<T text="The letters of {names}" names={whole} />}>
          <p>{daysInWords(first, last, language())}</p>
          <p>{countsOf(entries)}</p>
        </Cover>
      </PaperPage>
      {Array.from({ length: contents }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a book are set anew together
        <PaperPage key={`contents-${at}`} side={sideOf(at + 2)}>
          <Contents
            rows={rows.slice(at * perPage, (at + 1) * perPage)}
            letters={letters.length}
            titled={at === 0}
          />
          <Foot number={at + 2} />
        </PaperPage>
      ))}
      {leaves.map((leaf, at) => {
        const number = before + at + 1;
        const side = sideOf(number);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a book are set anew together
          <PaperPage key={at} side={side}>
            {leaf.kind === 'photos' && leaf.titled ? (
              <h2 className="vh">
                <FromTo entry={leaf.entry} />
              </h2>
            ) : null}
            <LeafContents leaf={leaf} paper={paper} size={size} />
            <Foot number={number}>
              {leaf.kind === 'photos' && leaf.titled ? (
                <>
                  <FromTo entry={leaf.entry} />, {dayInWords(leaf.entry.day, language())}
                </>
              ) : side === 'verso' ? (
                listInWords(names, language())
              ) : (
                runningDay(leaf)
              )}
            </Foot>
          </PaperPage>
        );
      })}
      <PaperPage side={sideOf(before + leaves.length + 1)}>
        <Back>
          <p>{t('Written by hand, photographed, and sent as letters.')}</p>
          <p>
            <T
              text="Set by {product} on {day}, in Brygada 1918."
              product={productName()}
              day={dayInWords(format(new Date(), 'yyyy-MM-dd'), language())}
            />
          </p>
        </Back>
      </PaperPage>
    </>
  );
}

const sideOf = (number: number) => (number % 2 === 1 ? 'recto' : 'verso');

function rowsOf(letters: readonly BookEntry[], leaves: readonly Leaf[], before: number): ContentsRow[] {
  const pages = new Map<BookEntry, number>();
  for (const [at, leaf] of leaves.entries())
    if (leaf.kind === 'photos' && !pages.has(leaf.entry)) pages.set(leaf.entry, before + at + 1);
  return letters.map((entry) => ({ entry, page: pages.get(entry) ?? 0 }));
}

/** The day of what stands on a page; none where the page itself says it. */
function runningDay(leaf: Leaf): string {
  if (leaf.kind === 'photos') return dayInWords(leaf.entry.day, language());
  const first = leaf.pieces[0]?.block;
  return first?.kind === 'words' ? dayInWords(first.entry.day, language()) : '';
}

/** '23 letters, 41 answers and 87 photos' */
function countsOf(entries: readonly BookEntry[]): string {
  const letters = entries.filter(({ number }) => number !== null).length;
  const answers = entries.length - letters;
  const photos = photoCount(entries);
  const counts = [
    ...(letters > 0 ? [n(letters, '1 letter', '{n} letters')] : []),
    ...(answers > 0 ? [n(answers, '1 answer', '{n} answers')] : []),
    n(photos, '1 photo', '{n} photos'),
  ];
  return listInWords(counts, language());
}
