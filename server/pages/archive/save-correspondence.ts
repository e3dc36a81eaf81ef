import type { Readable } from 'node:stream';
import type { CorrespondenceLetter } from '../../../shared/correspondences.ts';
import { fileNamePart } from '../../../shared/file-name.ts';
import { ISOLATES, listInWords, type Words } from '../../../shared/words.ts';
import { type Answers, THREAD_BYTES } from '../../answers/data.ts';
import type { TimeCursor } from '../../core/db/page-cursor.ts';
import type { Services } from '../../core/services.ts';
import { readIfAny } from '../../core/storage/storage.ts';
import { zipStream } from '../../core/zip-stream.ts';
import { otherAddress } from '../../letters/conversations.ts';
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

interface WrittenArchive<Listed extends Pick<Exchanged, 'bytes'>> {
  words: Words;
  listed: readonly Listed[];
  read: (some: Listed[], answers?: Answers) => Promise<CorrespondenceLetter[]>;
  namesIn: (latest: CorrespondenceLetter) => Promise<readonly [own: string, other: string]>;
}

/** @returns null without a letter that may be read */
export async function writeArchive<Listed extends Pick<Exchanged, 'bytes'>>(
  { config, storage, log }: Pick<Services, 'config' | 'storage' | 'log'>,
  { words, listed, read, namesIn }: WrittenArchive<Listed>,
): Promise<{ fileName: string; zip: Readable } | null> {
  const [latest] = await read(listed.slice(-1), { bytes: 0 });
  if (!latest) return null;
  const names = await namesIn(latest);
  const at = new Date();
  async function* letters() {
    for (const part of inParts(listed)) {
      const [only] = part;
      if (only && only.bytes > THREAD_BYTES)
        yield* inSlices((after) => read(part, { after, bytes: SLICE_BYTES }));
      else yield await read(part);
    }
  }
  const open = async (key: string) => {
    const stored = await readIfAny(storage, key);
    if (!stored) log.error({ key }, 'correspondence: file missing');
    return stored?.stream ?? null;
  };
  const product = config.PRODUCT_NAME;
  const entries = archiveEntries({ product, words, names, at, count: listed.length, letters, open });
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

/** 'The letters of Maren and Ilse 2026-11-22.zip' */
function archiveName(names: readonly [string, string], at: Date, { t, language }: Words): string {
  const title = t('The letters of {names}', { names: listInWords(names, language) });
  const plain = ISOLATES.reduce((left, mark) => left.replaceAll(mark, ''), title);
  return `${fileNamePart(plain)} ${at.toISOString().slice(0, 10)}.zip`;
}
