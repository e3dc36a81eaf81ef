import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { and, eq, sql } from 'drizzle-orm';
import { isPageShape, signedArea } from '../../../../packages/page-finder/geometry.ts';
import type { PageEdit } from '../../../../shared/page-edit.ts';
import type { UploadedPhoto } from '../../../../shared/photos.ts';
import { said } from '../../../../shared/words.ts';
import type { Database, Transaction } from '../../../core/db/database.ts';
import { first } from '../../../core/db/first.ts';
import { badInput, noPhoto } from '../../../core/errors.ts';
import { holdSession } from '../../../core/hold-session.ts';
import { withUserMutex } from '../../../core/per-user-mutex.ts';
import { readIfAny } from '../../../core/storage/storage.ts';
import type { Person } from '../../../people/identity/sessions/person.ts';
import type { PhotoServices } from '../convert/converter.ts';
import { insertPhotos, type NewPhoto, type PhotoRow } from '../data.ts';
import { imageOf, photoKey } from '../file-names.ts';
import { PhotoRefused } from '../photo-refused.ts';
import { photos } from '../schema.ts';
import { acceptedPhotos, addPhotos, type PhotoOutcome } from '../upload/add-photos.ts';
import { checkStorage, openQuota, type UploadQuota } from '../upload/upload-quota.ts';

const PAGE_MIN_AREA = 0.02;
/** Milliseconds after which another request for the same rendering no longer waits. */
const HUNG_AFTER_MS = 60_000;

type StoredPhoto = Pick<PhotoRow, 'id' | 'originalName' | 'width' | 'height'>;

interface Edit {
  id: string;
  edit: PageEdit;
  signal: AbortSignal;
}

/** As `renderEdit`, for a person's own photo, within the storage that they may use. */
export async function editPhoto(services: PhotoServices, person: Person, edit: Edit): Promise<UploadedPhoto> {
  const photo = await renderEdit(services, person.uid, {
    ...edit,
    openQuota: (contentLength) => openQuota(services, person, { contentLength, isReplay: false }),
    hold: async (tx, rows) => {
      await holdSession(tx, person);
      await checkStorage(tx, services.config, person.uid, rows);
    },
  });
  return { originalName: photo.originalName, ...imageOf(photo.id, photo) };
}

interface CountedEdit extends Edit {
  /** @param bytes of the display variant that is edited */
  openQuota: (bytes: number) => Promise<UploadQuota>;
  /** called in the transaction that stores the rendering, before it */
  hold?: (tx: Transaction, rows: NewPhoto[]) => Promise<void>;
}

/** Each edit is rendered once, and counts as an upload. @throws 404, 400 for corners that are no page, and as uploads */
export async function renderEdit(
  services: PhotoServices,
  owner: string,
  counted: CountedEdit,
): Promise<StoredPhoto> {
  const { id, edit } = counted;
  const { corners } = edit;
  if (corners && (!isPageShape(corners) || signedArea(corners) < PAGE_MIN_AREA)) {
    throw badInput(said('Those four corners are no page. Please move them apart.'));
  }
  const [source] = await services.db
    .select()
    .from(photos)
    .where(and(eq(photos.id, id), eq(photos.owner, owner)));
  if (!source) throw noPhoto();
  const contentHash = hashOf(id, edit);
  const render = async () =>
    (await findRendering(services.db, owner, contentHash)) ??
    (await addRendering(services, source, contentHash, counted));
  return withUserMutex(`edit ${contentHash} ${owner}`, render, HUNG_AFTER_MS);
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

/** Renews its time of creation, so that the sweep of unused photos leaves it until the draft has it. */
function findRendering(db: Database, owner: string, contentHash: string): Promise<StoredPhoto | null> {
  const isThis = and(eq(photos.owner, owner), eq(photos.contentHash, contentHash));
  return first(db.update(photos).set({ createdAt: sql`now()` }).where(isThis).returning());
}

async function addRendering(
  services: PhotoServices,
  source: PhotoRow,
  contentHash: string,
  { edit, signal, openQuota, hold }: CountedEdit,
): Promise<StoredPhoto> {
  const { originalName, owner } = source;
  const display = await readIfAny(services.storage, photoKey(source.id, 'display'));
  if (!display) throw noPhoto();
  const content = await buffer(display.stream);
  const quota = await openQuota(content.length);
  try {
    const refusal = await quota.beginFile();
    if (refusal) throw refusal.asError(originalName);
    const commit = async (outcomes: PhotoOutcome[]) => {
      const rows = acceptedPhotos(outcomes);
      await services.db.transaction(async (tx) => {
        await hold?.(tx, rows);
        await insertPhotos(tx, rows);
      });
      quota.settle(outcomes);
    };
    const file = { originalName, content, contentHash, rendering: { sourceId: source.id, edit } };
    const [outcome] = await addPhotos(services, owner, [file], { signal, commit });
    if (!outcome) throw new Error('A rendering has no outcome.');
    if (outcome instanceof PhotoRefused) throw outcome.asError(originalName);
    return outcome;
  } finally {
    await quota.close();
  }
}
