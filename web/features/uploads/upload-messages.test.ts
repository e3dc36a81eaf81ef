import { expect, it } from 'vitest';
import { envelopeMessage, settledToast } from './upload-messages.ts';
import { withFiles } from './upload-queue.ts';

const queueOf = (...names: string[]) => {
  return withFiles(
    [],
    names.map((name) => ({ id: name, file: new File(['x'], name, { type: 'image/jpeg' }) })),
    [],
  );
};

it('envelopeMessage: counts photos, uploads and failures', () => {
  expect(envelopeMessage(0, [])).toBe('None yet');
  expect(envelopeMessage(3, queueOf('a'))).toBe('3 in the envelope, 1 on its way');
  expect(envelopeMessage(0, queueOf('a', 'b'))).toBe('2 on their way');
  expect(
    envelopeMessage(
      1,
      queueOf('a').map((upload) => ({ ...upload, status: 'failed' as const })),
    ),
  ).toBe('1 in the envelope, 1 not uploaded');
});

it('settledToast: uses the words of the specification', () => {
  expect(settledToast({ uploaded: 3, failed: 0, reason: null, leftOut: 0 })).toMatchObject({
    title: 'Uploaded 3 photo(s)',
  });
  expect(settledToast({ uploaded: 0, failed: 1, reason: 'Not a photo.', leftOut: 0 })).toEqual({
    title: 'Upload failed',
    description: 'Not a photo.',
    tone: 'error',
  });
  expect(settledToast({ uploaded: 0, failed: 1, reason: null, leftOut: 0 }).description).toBe(
    'Please try again',
  );
  expect(settledToast({ uploaded: 2, failed: 1, reason: 'x', leftOut: 3 }).description).toBe(
    '1 could not be uploaded. 3 photos were left out: a letter holds at most 20.',
  );
});
