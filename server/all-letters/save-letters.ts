import type { Readable } from 'node:stream';
import type { Words } from '../../shared/words.ts';
import { senderDisplayName } from '../../templates/parts/names.ts';
import { archiveEntries } from '../correspondences/archive.ts';
import { archiveName, openFrom } from '../correspondences/save-correspondence.ts';
import type { Services } from '../platform/services.ts';
import { zipStream } from '../platform/zip-stream.ts';
import { listLetters, readLetters } from './data.ts';
import type { Correspondents } from './letters-link.ts';

/** Letters that are read from the database at once. */
const READ_AT_ONCE = 50;

/**
 * A ZIP of all letters of a sender to an address, written while it is read. Destroying it stops the reading.
 * @returns null when there is none
 */
export async function saveLetters(
  needs: Pick<Services, 'longDb' | 'config' | 'storage' | 'log'>,
  who: Correspondents,
  words: Words,
): Promise<{ fileName: string; zip: Readable } | null> {
  const { longDb: db, config } = needs;
  const at = new Date();
  const listed = await listLetters(db, who);
  const [latest] = await readLetters(db, who, listed.slice(-1), words);
  if (!latest) return null;
  const { senderName, recipientName } = latest;
  const names = [recipientName || who.address, senderDisplayName({ senderName, words })] as const;
  async function* letters() {
    for (let from = 0; from < listed.length; from += READ_AT_ONCE)
      yield await readLetters(db, who, listed.slice(from, from + READ_AT_ONCE), words);
  }
  const entries = archiveEntries({
    product: config.PRODUCT_NAME,
    words,
    names,
    at,
    count: listed.length,
    letters,
    ...openFrom(needs),
  });
  return { fileName: archiveName(names, at, words), zip: zipStream(entries, at) };
}
