import type { Readable } from 'node:stream';
import type { Words } from '../../../shared/words.ts';
import { senderDisplayName } from '../../../templates/parts/names.ts';
import type { Services } from '../../core/services.ts';
import { writeArchive } from '../archive/save-correspondence.ts';
import { listLetters, readLetters } from './data.ts';
import type { Correspondents } from './letters-link.ts';

export async function saveLetters(
  needs: Pick<Services, 'longDb' | 'config' | 'storage' | 'log'>,
  who: Correspondents,
  words: Words,
): Promise<{ fileName: string; zip: Readable } | null> {
  const { longDb: db } = needs;
  const listed = await listLetters(db, who);
  const [latest] = await readLetters(db, who, listed.slice(-1), words);
  if (!latest) return null;
  const { senderName, recipientName } = latest;
  const names = [recipientName || who.address, senderDisplayName({ senderName, words })] as const;
  return writeArchive(needs, { names, words, listed, read: (some) => readLetters(db, who, some, words) });
}
