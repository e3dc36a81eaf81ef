import { Readable } from 'node:stream';
import type { CorrespondenceLetter } from '../../../shared/correspondences.ts';
import { filenameOfUpload } from '../../../shared/photos.ts';
import type { Words } from '../../../shared/words.ts';
import { fileKey } from '../../answers/keep-files.ts';
import type { ZipEntry } from '../../core/zip-stream.ts';
import { photoKey } from '../../letters/photos/file-names.ts';
import { answerPhotoFile, filesOf, type LetterPlace, pageFile, placeOf } from './archive-names.ts';
import { archivePage } from './archive-page.ts';
import { answerText, letterText } from './archive-texts.ts';

/** Who may have it, the caller has asked. */
export interface SavedCorrespondence {
  product: string;
  words: Words;
  names: readonly [own: string, other: string];
  /** answers after this time are left out */
  at: Date;
  count: number;
  /** one with many answers comes several times in a row, each time with the next of them */
  letters(): AsyncIterable<CorrespondenceLetter[]>;
  /** @param key in storage @returns null when nothing is there */
  open(key: string): Promise<Readable | null>;
}

/** A folder a letter, then a page of all of it. A file that is missing from storage is named in the texts. */
export async function* archiveEntries(saved: SavedCorrespondence): AsyncGenerator<ZipEntry> {
  const letters = new Map<number, LetterPlace>();
  const missing = new Set<string>();
  let answered = 0;
  for await (const batch of lettersOf(saved))
    for (const letter of batch) {
      const known = letters.get(letter.id);
      const at = known ?? placeOf(letter, letters.size + 1, saved);
      if (!known) {
        answered = 0;
        letters.set(letter.id, at);
        yield* entriesOfLetter(saved, letter, at.folder, missing);
      }
      yield* entriesOfAnswers(saved, letter, { folder: at.folder, answered }, missing);
      answered += letter.answers.length;
    }
  yield textEntry('index.html', archivePage(saved, lettersOf(saved), { letters, missing }));
}

/** Without answers that came after the archive was begun, so that both readings have the same. */
async function* lettersOf(saved: SavedCorrespondence): AsyncGenerator<CorrespondenceLetter[]> {
  const at = saved.at.toISOString();
  for await (const batch of saved.letters())
    yield batch.map((letter) => ({
      ...letter,
      answers: letter.answers.filter(({ createdAt }) => createdAt <= at),
    }));
}

async function* objectEntry(
  { open }: SavedCorrespondence,
  key: string,
  name: string,
  missing: Set<string>,
): AsyncGenerator<ZipEntry> {
  const stream = await open(key);
  if (stream) yield { name, stream, compress: false };
  else missing.add(name);
}

async function* entriesOfLetter(
  saved: SavedCorrespondence,
  letter: CorrespondenceLetter,
  folder: string,
  missing: Set<string>,
): AsyncGenerator<ZipEntry> {
  for (const [index, { url }] of letter.photos.entries())
    yield* objectEntry(saved, keyOf(url), `${folder}/${pageFile(index)}`, missing);
  const isMissing = (file: string) => missing.has(`${folder}/${file}`);
  yield textEntry(`${folder}/letter.txt`, [letterText(letter, isMissing, saved.words)]);
}

async function* entriesOfAnswers(
  saved: SavedCorrespondence,
  { answers }: CorrespondenceLetter,
  { folder, answered }: { folder: string; answered: number },
  missing: Set<string>,
): AsyncGenerator<ZipEntry> {
  const isMissing = (file: string) => missing.has(`${folder}/${file}`);
  for (const [index, answer] of answers.entries()) {
    const number = answered + index;
    for (const [photo, { url }] of answer.photos.entries())
      yield* objectEntry(saved, keyOf(url), `${folder}/${answerPhotoFile(number, photo)}`, missing);
    for (const { id, file } of filesOf(number, answer).kept)
      yield* objectEntry(saved, fileKey(id), `${folder}/${file}`, missing);
    yield textEntry(`${folder}/answer-${number + 1}.txt`, [
      answerText(number, answer, isMissing, saved.words),
    ]);
  }
}

function keyOf(url: string): string {
  const file = filenameOfUpload(url);
  if (file === null) throw new Error(`Not a stored photo: ${url}`);
  return photoKey(file.slice(0, -'.jpg'.length), 'display');
}

export const textEntry = (name: string, parts: string[] | AsyncIterable<string>): ZipEntry => ({
  name,
  stream: Readable.from(parts, { objectMode: false }),
  compress: true,
});
