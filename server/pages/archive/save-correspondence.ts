import type { Readable } from 'node:stream';
import type { CorrespondenceLetter } from '../../../shared/correspondences.ts';
import { fileNamePart } from '../../../shared/file-name.ts';
import { ISOLATES, listInWords, type Words } from '../../../shared/words.ts';
import { type Answers, THREAD_BYTES } from '../../answers/data.ts';
import { fileKey } from '../../answers/keep-files.ts';
import type { TimeCursor } from '../../core/db/page-cursor.ts';
import type { Services } from '../../core/services.ts';
import { MissingObject } from '../../core/storage/storage.ts';
import { zipStream } from '../../core/zip-stream.ts';
import { otherAddress } from '../../letters/conversations.ts';
import { photoKey } from '../../letters/photos/file-names.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { archiveEntries } from './archive.ts';
import { type Exchanged, inParts, listExchanged, readExchanged } from './data.ts';

export async function saveCorrespondence(
  needs: Pick<Services, 'longDb' | 'config' | 'storage' | 'log'>,
  person: Person,
  of: string,
  words: Words,
): Promise<{ fileName: string; zip: Readable } | null> {
  const { longDb: db } = needs;
  const exchanged = await listExchanged(db, person, of);
  const [latest] = await readExchanged(db, person, exchanged.slice(-1), words, { bytes: 0 });
  if (!latest) return null;
  const { role, senderName, recipientName } = latest;
  const [own, other] = role === 'sender' ? [senderName, recipientName] : [recipientName, senderName];
  const names = [own || person.email, other || (await otherAddress(db, person, of))] as const;
  const read = (some: typeof exchanged, answers?: Answers) => readExchanged(db, person, some, words, answers);
  return writeArchive(needs, { names, words, listed: exchanged, read });
}

interface WrittenArchive<Listed extends Pick<Exchanged, 'bytes'>> {
  names: readonly [string, string];
  words: Words;
  listed: readonly Listed[];
  read: (some: Listed[], answers?: Answers) => Promise<CorrespondenceLetter[]>;
}

export function writeArchive<Listed extends Pick<Exchanged, 'bytes'>>(
  needs: Pick<Services, 'config' | 'storage' | 'log'>,
  { names, words, listed, read }: WrittenArchive<Listed>,
): { fileName: string; zip: Readable } {
  const at = new Date();
  async function* letters() {
    for (const part of inParts(listed)) {
      const [only] = part;
      if (only && only.bytes > THREAD_BYTES)
        yield* inSlices((after) => read(part, { after, bytes: SLICE_BYTES }));
      else yield await read(part);
    }
  }
  const entries = archiveEntries({
    product: needs.config.PRODUCT_NAME,
    words,
    names,
    at,
    count: listed.length,
    letters,
    ...openFrom(needs),
  });
  return { fileName: archiveName(names, at, words), zip: zipStream(entries, at) };
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

function openFrom({ storage, log }: Pick<Services, 'storage' | 'log'>) {
  const open = async (key: string) => {
    try {
      return (await storage.read(key)).stream;
    } catch (error) {
      if (error instanceof MissingObject) log.error({ err: error, key }, 'correspondence: file missing');
      throw error;
    }
  };
  return {
    openPhoto: (id: string) => open(photoKey(id, 'display')),
    openFile: (id: string) => open(fileKey(id)),
  };
}

/** 'The letters of Maren and Ilse 2026-11-22.zip' */
function archiveName(names: readonly [string, string], at: Date, { t, language }: Words): string {
  const title = t('The letters of {names}', { names: listInWords(names, language) });
  const plain = ISOLATES.reduce((left, mark) => left.replaceAll(mark, ''), title);
  return `${fileNamePart(plain)} ${at.toISOString().slice(0, 10)}.zip`;
}
