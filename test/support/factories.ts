import { randomUUID } from 'node:crypto';
import { photoKey } from '../../server/letters/photos/file-names.ts';
import { photos } from '../../server/letters/photos/schema.ts';
import { signedIn } from './sign-in.ts';
import type { TestProduct } from './test-product.ts';

export type Signed = Awaited<ReturnType<typeof signedIn>>;

/** A signed-in user with credits from a coupon. */
export async function userWithCredits(
  product: TestProduct,
  options: { email?: string; displayName?: string; verified?: boolean } = {},
): Promise<Signed & { userId: number }> {
  const person = await signedIn(product, options);
  const user = await product.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: person.headers,
    payload: {
      firebaseUid: person.uid,
      email: person.email,
      displayName: options.displayName ?? 'Maren Oakes',
    },
  });
  await product.app.inject({
    method: 'POST',
    url: '/api/redeem-coupon',
    headers: person.headers,
    payload: { code: 'WELCOME5' },
  });
  return { ...person, userId: user.json<{ id: number }>().id };
}

/** The smallest JPEG, for tests that do not look at pixels. */
const TINY_JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);

/** Row and files of an uploaded photo, without a conversion. */
export async function storedPhoto(product: Pick<TestProduct, 'services'>, owner: string): Promise<string> {
  const id = randomUUID();
  for (const variant of ['display', 'mail', 'thumbnail'] as const) {
    await product.services.storage.put(photoKey(id, variant), TINY_JPEG);
  }
  const size = TINY_JPEG.length;
  await product.services.db.insert(photos).values({
    id,
    owner,
    originalName: 'page.jpg',
    width: 1,
    height: 1,
    displayBytes: size,
    mailBytes: size,
    thumbnailBytes: size,
    contentHash: id,
  });
  return `/uploads/${id}.jpg`;
}

/** The body with which the wizard creates a letter. */
export function letterPayload(photoUrls: string[], more: Record<string, unknown> = {}) {
  return {
    recipientName: 'Ilse Brandt',
    recipientEmail: 'ilse.brandt@example.org',
    emailMessage: 'Dear {{recipientName}},\n\nThe plum tree has flowered.\n\nMaren',
    template: 'vintage',
    photoUrls,
    ...more,
  };
}

/** Writes and sends a letter, as the wizard does. @returns its id; it waits in the queue @throws when either is refused */
export async function queuedLetter(product: TestProduct, sender: Signed): Promise<number> {
  const { headers, uid } = sender;
  const call = async (url: string, payload: object) => {
    const answer = await product.app.inject({ method: 'POST', url, headers, payload });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer.json<{ id: number }>();
  };
  const { id } = await call('/api/letters', letterPayload([await storedPhoto(product, uid)]));
  await call(`/api/letters/${id}/send`, {});
  return id;
}
