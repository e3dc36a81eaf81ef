import type { Readable } from 'node:stream';
import type { CorrespondenceAnswer, CorrespondenceLetter } from '../../../shared/correspondences.ts';
import { fileNamePart } from '../../../shared/file-name.ts';
import { filenameOfUpload } from '../../../shared/photos.ts';
import { ISOLATES, listInWords, type Words } from '../../../shared/words.ts';
import { type Answers, readAtOnce, THREAD_BYTES } from '../../answers/data.ts';
import { fileKey } from '../../answers/keep-files.ts';
import type { TimeCursor } from '../../core/db/page-cursor.ts';
import type { Services } from '../../core/services.ts';
import { readIfAny } from '../../core/storage/storage.ts';
import { textEntry, type ZipEntry, zipStream } from '../../core/zip-stream.ts';
import { otherAddress } from '../../letters/conversations.ts';
import { photoKey } from '../../letters/photos/file-names.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { answerPhotoFile, filesOf, type LetterPlace, pageFile, placeOf } from './archive-names.ts';
import { type ArchiveHead, archivePage } from './archive-page.ts';
import { type Exchanged, listExchanged, readExchanged } from './data.ts';

type Needs = Pick<Services, 'config' | 'storage' | 'log'>;

export async function saveCorrespondence(
  needs: Needs & Pick<Services, 'longDb'>,
  person: Person,
  of: string,
  words: Words,
): Promise<{ fileName: string; zip: Readable } | null> {
  const { longDb: db } = needs;
  return writeArchive(needs, {
    words,
    listed: await listExchanged(db, person, of),
    read: (some, answers) => readExchanged(db, person, some, words, answers),
    namesIn: async ({ role, senderName, recipientName }) => {
      const [own, other] = role === 'sender' ? [senderName, recipientName] : [recipientName, senderName];
      return [own || person.email, other || (await otherAddress(db, person, of))];
    },
  });
}

interface Saved {
  words: Words;
  listed: readonly Exchanged[];
  read: (some: Exchanged[], answers?: Answers) => Promise<CorrespondenceLetter[]>;
  namesIn: (latest: CorrespondenceLetter) => Promise<ArchiveHead['names']>;
}

/** Who may have it, the caller has asked. @returns null without a letter that may be read */
export async function writeArchive(
  needs: Needs,
  saved: Saved,
): Promise<{ fileName: string; zip: Readable } | null> {
  const [latest] = await saved.read(saved.listed.slice(-1), { bytes: 0 });
  if (!latest) return null;
  const { words } = saved;
  const names = await saved.namesIn(latest);
  const at = new Date();
  const entries = entriesOf(needs, saved, { product: needs.config.PRODUCT_NAME, words, names, at });
  return { fileName: archiveName(names, at, words), zip: zipStream(entries, at) };
}

/** A folder a letter, then a page of all of it, which names files that are missing from storage. */
async function* entriesOf(needs: Needs, saved: Saved, head: ArchiveHead): AsyncGenerator<ZipEntry> {
  const { words } = saved;
  const letters = new Map<number, LetterPlace>();
  const missing = new Set<string>();
  let answered = 0;
  for await (const letter of lettersOf(saved, head.at)) {
    const known = letters.get(letter.id);
    const place = known ?? placeOf(letter, letters.size + 1, { words, count: saved.listed.length });
    if (!known) {
      answered = 0;
      letters.set(letter.id, place);
      yield* entriesIn(needs, place.folder, filesOfLetter(letter), missing);
    }
    for (const answer of letter.answers)
      yield* entriesIn(needs, place.folder, filesOfAnswer(answered++, answer), missing);
  }
  yield textEntry('index.html', archivePage(head, lettersOf(saved, head.at), { letters, missing }));
}

/**
 * One with many answers comes several times in a row, each time with the next of them. Answers that came after the archive
 * was begun are left out, so that both readings have the same.
 */
async function* lettersOf({ listed, read }: Saved, begun: Date): AsyncGenerator<CorrespondenceLetter> {
  const at = begun.toISOString();
  for (let rest = listed; rest.length > 0; ) {
    const part = rest.slice(0, readAtOnce(rest));
    rest = rest.slice(part.length);
    const isLarge = part[0] && part[0].bytes > THREAD_BYTES;
    const batches = isLarge
      ? inSlices((after) => read(part, { after, bytes: SLICE_BYTES }))
      : [await read(part)];
    for await (const batch of batches)
      for (const letter of batch)
        yield { ...letter, answers: letter.answers.filter(({ createdAt }) => createdAt <= at) };
  }
}

/** Of the answers that are worded in one turn of the main thread: some sixty short ones. */
const SLICE_BYTES = THREAD_BYTES / 16;
const BEFORE_ALL: TimeCursor = { at: new Date(0).toISOString(), id: '0' };

/** The letter again and again, each time with the next of its answers. */
async function* inSlices(read: (after: TimeCursor) => Promise<CorrespondenceLetter[]>) {
  for (let after: TimeCursor | null = BEFORE_ALL; after; ) {
    const letters: CorrespondenceLetter[] = await read(after);
    yield letters;
    const last = letters[0]?.answers.at(-1);
    after = last ? { at: last.createdAt, id: String(last.id) } : null;
  }
}

interface StoredFile {
  key: string;
  file: string;
}

const filesOfLetter = ({ photos }: CorrespondenceLetter): StoredFile[] =>
  photos.map(({ url }, index) => ({ key: keyOf(url), file: pageFile(index) }));

const filesOfAnswer = (number: number, answer: CorrespondenceAnswer): StoredFile[] => [
  ...answer.photos.map(({ url }, index) => ({ key: keyOf(url), file: answerPhotoFile(number, index) })),
  ...filesOf(number, answer).kept.map(({ id, file }) => ({ key: fileKey(id), file })),
];

function keyOf(url: string): string {
  const file = filenameOfUpload(url);
  if (file === null) throw new Error(`Not a stored photo: ${url}`);
  return photoKey(file.slice(0, -'.jpg'.length), 'display');
}

async function* entriesIn(
  { storage, log }: Needs,
  folder: string,
  files: StoredFile[],
  missing: Set<string>,
): AsyncGenerator<ZipEntry> {
  for (const { key, file } of files) {
    const stored = await readIfAny(storage, key);
    if (stored) yield { name: `${folder}/${file}`, stream: stored.stream, compress: false };
    else {
      log.error({ key }, 'correspondence: file missing');
      missing.add(`${folder}/${file}`);
    }
  }
}

/** 'The letters of Maren and Ilse 2026-11-22.zip' */
function archiveName(names: ArchiveHead['names'], at: Date, { t, language }: Words): string {
  const title = t('The letters of {names}', { names: listInWords(names, language) });
  const plain = ISOLATES.reduce((left, mark) => left.replaceAll(mark, ''), title);
  return `${fileNamePart(plain)} ${at.toISOString().slice(0, 10)}.zip`;
}
