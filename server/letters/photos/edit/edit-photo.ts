import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { and, eq, sql } from 'drizzle-orm';
import { isPageShape, signedArea } from '../../../../packages/page-finder/geometry.ts';
import type { PageEdit } from '../../../../shared/page-edit.ts';
import { UPLOADS_PREFIX, type UploadedPhoto } from '../../../../shared/photos.ts';
import { said } from '../../../../shared/words.ts';
import type { Database } from '../../../core/db/database.ts';
import { badInput, noPhoto } from '../../../core/errors.ts';
import { holdSession } from '../../../core/hold-session.ts';
import { withUserMutex } from '../../../core/per-user-mutex.ts';
import { MissingObject } from '../../../core/storage/storage.ts';
import type { Person } from '../../../people/identity/sessions/person.ts';
import type { LetterServices } from '../convert/converter.ts';
import { insertPhotos, type PhotoRow } from '../data.ts';
import { photoKey } from '../file-names.ts';
import { PhotoRefused } from '../photo-refused.ts';
import { photos } from '../schema.ts';
import { acceptedPhotos, addPhotos, type PhotoOutcome } from '../upload/add-photos.ts';
import { checkStorage, openQuota } from '../upload/upload-quota.ts';

const PAGE_MIN_AREA = 0.02;
/** Milliseconds after which another request for the same rendering no longer waits. */
const HUNG_AFTER_MS = 60_000;

type EditServices = Pick<LetterServices, 'db' | 'config' | 'storage' | 'photos' | 'meters'>;
type StoredPhoto = Pick<PhotoRow, 'id' | 'originalName' | 'width' | 'height'>;

/**
 * Each edit is rendered once, as another photo that counts as an upload.
 * @throws 404 unless it is the person's own; 400 for corners that are no page; 413, 422, 429 and 503 as for uploads
 */
export async function editPhoto(
  services: EditServices,
  person: Person,
  { id, edit, signal }: { id: string; edit: PageEdit; signal: AbortSignal },
): Promise<UploadedPhoto> {
  const { corners } = edit;
  if (corners && (!isPageShape(corners) || signedArea(corners) < PAGE_MIN_AREA)) {
    throw badInput(said('Those four corners are no page. Please move them apart.'));
  }
  const [source] = await services.db
    .select()
    .from(photos)
    .where(and(eq(photos.id, id), eq(photos.owner, person.uid)));
  if (!source) throw noPhoto();
  const contentHash = hashOf(id, edit);
  const render = async () =>
    (await findRendering(services.db, person.uid, contentHash)) ??
    (await addRendering(services, person, { source, edit, contentHash, signal }));
  const photo = await withUserMutex(`edit ${contentHash} ${person.uid}`, render, HUNG_AFTER_MS);
  const { originalName, width, height } = photo;
  const filename = `${photo.id}.jpg`;
  return { filename, originalName, url: `${UPLOADS_PREFIX}${filename}`, width, height };
}

function hashOf(id: string, { corners, light, turn, crop }: PageEdit): string {
  const values = [
    corners?.map(({ x, y }) => [x, y]),
    light,
    turn,
    crop && [crop.x, crop.y, crop.width, crop.height],
  ];
  return createHash('sha256')
    .update(`${id} ${JSON.stringify(values)}`)
    .digest('hex');
}

/** It becomes as new as one just made: the sweep of unused photos leaves it until the draft holds it. */
async function findRendering(db: Database, uid: string, contentHash: string): Promise<StoredPhoto | null> {
  const [row] = await db
    .update(photos)
    .set({ createdAt: sql`now()` })
    .where(and(eq(photos.owner, uid), eq(photos.contentHash, contentHash)))
    .returning();
  return row ?? null;
}

interface Rendering {
  source: PhotoRow;
  edit: PageEdit;
  contentHash: string;
  signal: AbortSignal;
}

async function addRendering(
  services: EditServices,
  person: Person,
  { source, edit, contentHash, signal }: Rendering,
): Promise<StoredPhoto> {
  const { originalName } = source;
  const content = await readDisplay(services, source.id);
  const quota = await openQuota(services, person, { contentLength: content.length, isReplay: false });
  try {
    const refusal = await quota.beginFile();
    if (refusal) throw refusal.asError(originalName);
    const commit = async (outcomes: PhotoOutcome[]) => {
      const rows = acceptedPhotos(outcomes);
      await services.db.transaction(async (tx) => {
        await holdSession(tx, person);
        await checkStorage(tx, services.config, person.uid, rows);
        await insertPhotos(tx, rows);
      });
      quota.settle();
    };
    const file = { originalName, content, contentHash, rendering: { sourceId: source.id, edit } };
    const [outcome] = await addPhotos(services, person.uid, [file], { signal, commit });
    if (!outcome) throw new Error('A rendering has no outcome.');
    if (outcome instanceof PhotoRefused) throw outcome.asError(originalName);
    return outcome;
  } finally {
    await quota.close();
  }
}

async function readDisplay({ storage }: EditServices, id: string): Promise<Buffer> {
  try {
    return await buffer((await storage.read(photoKey(id, 'display'))).stream);
  } catch (error) {
    if (error instanceof MissingObject) throw noPhoto();
    throw error;
  }
}
