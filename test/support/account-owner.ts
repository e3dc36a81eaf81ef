import { letterPayload, type Signed, storedPhoto, userWithCredits } from './factories.ts';
import type { TestProduct } from './test-product.ts';

export interface Writer extends Signed {
  userId: number;
  photoUrl: string;
  letterId: number;
  conversationId: string;
}

/** A user with data of every kind: a letter with a reply, a draft, recipients, a support message. */
export async function userWithData(
  product: TestProduct,
  recipientEmail: string,
  { verified = true }: { verified?: boolean } = {},
): Promise<Writer> {
  const person = await userWithCredits(product, { verified, displayName: 'Maren <Oakes>' });
  const { headers, uid } = person;
  const call = (method: 'POST' | 'PUT', url: string, payload: object) =>
    product.app.inject({ method, url, headers, payload });
  const photoUrl = await storedPhoto(product, uid);
  await call('POST', '/api/recipients', { name: 'Ilse Brandt', email: recipientEmail });
  const made = await call('POST', '/api/letters', letterPayload([photoUrl], { recipientEmail }));
  const { id: letterId, conversationId } = made.json<{ id: number; conversationId: string }>();
  await call('POST', `/api/letters/${letterId}/send`, {});
  await call('POST', `/api/conversations/${conversationId}/replies`, { body: 'And one plum more.' });
  await call('POST', '/api/support', {
    name: 'Maren',
    email: person.email,
    category: 'general',
    subject: 'Plums',
    message: 'How do I post a plum?',
  });
  const draftPhoto = await storedPhoto(product, uid);
  await call('PUT', '/api/draft', {
    base: null,
    content: {
      letter: '5f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b',
      step: 'upload',
      photos: [
        {
          id: 'p',
          filename: draftPhoto.replace('/uploads/', ''),
          originalName: 'plum.jpg',
          url: draftPhoto,
          width: 1,
          height: 1,
          alt: '',
        },
      ],
      recipient: { name: '', email: '', recentId: null },
      template: 'vintage',
      message: 'A plum, not yet posted.',
      intent: null,
    },
  });
  return { ...person, photoUrl, letterId, conversationId };
}
