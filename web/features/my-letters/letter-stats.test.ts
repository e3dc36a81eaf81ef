import { expect, it } from 'vitest';
import { aLetter, somePhotos } from './letter-fixture.ts';
import { letterStats } from './letter-stats.ts';

it('counts letters, people and photos, and not what came to nothing', () => {
  expect(
    letterStats([
      aLetter({ id: 1, photos: somePhotos(3) }),
      aLetter({
        id: 2,
        status: 'queued',
        sentAt: null,
        photos: somePhotos(2),
        recipientEmail: 'ILSE.BRANDT@example.org',
      }),
      aLetter({
        id: 3,
        status: 'failed',
        sentAt: null,
        photos: somePhotos(4),
        recipientEmail: 'june@example.org',
      }),
      aLetter({ id: 4, status: 'bounced', photos: somePhotos(1) }),
    ]),
  ).toEqual({ lettersSent: 2, recipients: 2, photosShared: 5 });
});

it('is all zeros with no letters', () => {
  expect(letterStats([])).toEqual({ lettersSent: 0, recipients: 0, photosShared: 0 });
});
