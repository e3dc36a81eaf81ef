import { Readable } from 'node:stream';
import type { CorrespondenceLetter } from '../../../shared/correspondences.ts';
import { filenameOfUpload } from '../../../shared/photos.ts';
import type { Words } from '../../../shared/words.ts';
import { MissingObject } from '../../core/storage/storage.ts';
import type { ZipEntry } from '../../core/zip-stream.ts';
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
  letters(): AsyncIterable<CorrespondenceLetter[]>;
  /** @throws {MissingObject} */
  openPhoto(id: string): Promise<Readable>;
  /** @throws {MissingObject} */
  openFile(id: string): Promise<Readable>;
}

/** A folder a letter, then a page of all of it. A file that is missing from storage is named in the texts. */
export async function* archiveEntries(saved: SavedCorrespondence): AsyncGenerator<ZipEntry> {
  const letters = new Map<number, LetterPlace>();
  const missing = new Set<string>();
  for await (const batch of lettersOf(saved))
    for (const letter of batch) {
      const at = placeOf(letter, letters.size + 1, saved);
      letters.set(letter.id, at);
      yield* entriesOf(saved, letter, at.folder, missing);
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

async function* entriesOf(
  saved: SavedCorrespondence,
  letter: CorrespondenceLetter,
  folder: string,
  missing: Set<string>,
): AsyncGenerator<ZipEntry> {
  async function* objectEntry(file: string, open: () => Promise<Readable>) {
    const name = `${folder}/${file}`;
    const stream = await open().catch((error: unknown) => {
      if (!(error instanceof MissingObject)) throw error;
      missing.add(name);
      return null;
    });
    if (stream) yield { name, stream, compress: false };
  }
  const isMissing = (file: string) => missing.has(`${folder}/${file}`);

  for (const [index, { url }] of letter.photos.entries())
    yield* objectEntry(pageFile(index), () => saved.openPhoto(photoId(url)));
  for (const [number, answer] of letter.answers.entries()) {
    for (const [index, { url }] of answer.photos.entries())
      yield* objectEntry(answerPhotoFile(number, index), () => saved.openPhoto(photoId(url)));
    for (const { id, file } of filesOf(number, answer).kept)
      yield* objectEntry(file, () => saved.openFile(id));
    yield textEntry(`${folder}/answer-${number + 1}.txt`, [
      answerText(number, answer, isMissing, saved.words),
    ]);
  }
  yield textEntry(`${folder}/letter.txt`, [letterText(letter, isMissing, saved.words)]);
}

function photoId(url: string): string {
  const file = filenameOfUpload(url);
  if (file === null) throw new Error(`Not a stored photo: ${url}`);
  return file.slice(0, -'.jpg'.length);
}

export const textEntry = (name: string, parts: string[] | AsyncIterable<string>): ZipEntry => ({
  name,
  stream: Readable.from(parts, { objectMode: false }),
  compress: true,
});
