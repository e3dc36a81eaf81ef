import { Readable } from 'node:stream';
import type { Letter } from '../../../shared/letters.ts';
import type { Words } from '../../../shared/words.ts';
import { threadsInParts } from '../../answers/data.ts';
import type { Services } from '../../core/services.ts';
import { readIfAny } from '../../core/storage/storage.ts';
import { textEntry, type ZipEntry, zipStream } from '../../core/zip-stream.ts';
import { photoKey } from '../../letters/photos/file-names.ts';
import type { Batches, ExportedData, Exporting } from '../../people/identity/personal-data.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { exportPage } from './export-page.ts';
import { countAccountData, type ExportFiles, ownerOf, PERSONAL_DATA } from './personal-data.ts';

type Needs = Pick<Services, 'db' | 'config' | 'storage' | 'log'>;

/** A zip of an HTML page, the same as JSON, photos at display size and files that came by mail, read with the stream. */
export async function exportAccount(
  needs: Needs,
  person: Person,
  words: Words,
): Promise<{ fileName: string; zip: Readable }> {
  const at = new Date();
  const { files, texts, photoIds, attached } = await collectData({ ...needs, words }, person);
  const product = needs.config.PRODUCT_NAME;
  const folder = folderName(product, at);
  const entry = (name: string, parts: AsyncIterable<string> | string[]) =>
    textEntry(`${folder}/${name}`, parts);
  async function* entries(): AsyncGenerator<ZipEntry> {
    const { letters: letterCount } = await countAccountData(needs.db, person.uid);
    const threadsOf = (some: Letter[]) => threadsInParts(needs.db, person, some, words);
    yield entry('index.html', exportPage({ product, words, files, letterCount, threadsOf, at }));
    for (const [name, part] of Object.entries(files))
      yield entry(
        `${name}.json`,
        typeof part === 'function' ? jsonOf(part) : [JSON.stringify(part, null, 2)],
      );
    for (const [name, parts] of Object.entries(texts)) yield entry(name, parts());
    const objects = [
      ...photoIds.map((id) => ({ name: `photos/${id}.jpg`, key: photoKey(id, 'display') })),
      ...attached.map(({ name, key }) => ({ name: `files/${name}`, key })),
    ];
    for (const { name, key } of objects)
      yield { name: `${folder}/${name}`, stream: await openObject(needs, key), compress: false };
  }
  return { fileName: `${folder}.zip`, zip: zipStream(entries(), at) };
}

async function* jsonOf(batches: Batches<unknown>) {
  let before = '[\n';
  for await (const rows of batches()) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row, null, 2)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}

/** A file that is missing from storage becomes an empty one, so that the export of the others succeeds. */
async function openObject({ storage, log }: Needs, key: string): Promise<Readable> {
  const stored = await readIfAny(storage, key);
  if (!stored) log.error({ key }, 'account export: file missing');
  return stored?.stream ?? Readable.from([]);
}

/** 'slow-letters-2026-03-14': safe as a file name and in a header. */
function folderName(product: string, at: Date): string {
  const name = product
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${name || 'letters'}-${at.toISOString().slice(0, 10)}`;
}

async function collectData(services: Exporting, person: Person) {
  const owner = { ...person, ...(await ownerOf(services.db, person.uid)) };
  const parts: ExportedData['files'][] = [];
  const texts: NonNullable<ExportedData['texts']> = {};
  const photoIds = new Set<string>();
  const attached: { name: string; key: string }[] = [];
  for (const domain of PERSONAL_DATA) {
    const exported = await domain.export?.(services, owner);
    if (exported) parts.push(exported.files);
    Object.assign(texts, exported?.texts);
    for (const id of exported?.photoIds ?? []) photoIds.add(id);
    attached.push(...(exported?.attached ?? []));
  }
  const files: ExportFiles = Object.assign({}, ...parts);
  return { files, texts, photoIds: [...photoIds], attached };
}
