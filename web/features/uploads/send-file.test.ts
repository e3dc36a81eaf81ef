import { expect, it } from 'vitest';
import { aPhoto } from '../../../test/web/wizard.ts';
import { photoIn, UploadFailure } from './send-file.ts';

function failureOf(status: number, body: string) {
  try {
    photoIn(status, body);
  } catch (cause) {
    if (cause instanceof UploadFailure) return { fault: cause.fault, message: cause.message };
    throw cause;
  }
  throw new Error('photoIn did not throw');
}

it('photoIn: returns the photo of the response', () => {
  const { filename, originalName, url, width, height } = aPhoto(1);
  const file = { filename, originalName, url, width, height };
  expect(photoIn(200, JSON.stringify({ files: [file], refused: [] }))).toEqual(file);
});

it('photoIn: fails with the server’s message, or ‘Upload failed’', () => {
  const refused = [{ originalName: 'a.jpg', code: 'X', message: 'Too many pixels.' }];
  expect(failureOf(200, JSON.stringify({ files: [], refused }))).toEqual({
    fault: 'refused',
    message: 'Too many pixels.',
  });
  expect(failureOf(415, JSON.stringify({ code: 'X', message: 'Not a photo.' }))).toEqual({
    fault: 'refused',
    message: 'Not a photo.',
  });
  expect(failureOf(502, '<h1>Bad gateway</h1>')).toEqual({ fault: 'other', message: 'Upload failed' });
  expect(failureOf(429, '{"message":"Please go on in a while."}')).toEqual({
    fault: 'other',
    message: 'Please go on in a while.',
  });
  expect(failureOf(429, '{"code":"PHOTOS_TODAY","message":"You can add 200 photos a day."}').fault).toBe(
    'limited',
  );
  expect(failureOf(413, '{"code":"STORAGE_FULL","message":"Your letters hold 10 GB."}').fault).toBe(
    'limited',
  );
  expect(failureOf(413, '{"code":"PHOTO_TOO_LARGE","message":"Too large."}').fault).toBe('refused');
  expect(failureOf(401, '').fault).toBe('other');
  expect(failureOf(200, '<h1>Welcome to the Wi-Fi</h1>').fault).toBe('other');
  expect(failureOf(403, '{"code":"FOREIGN_ORIGIN","message":"Please reload."}').fault).toBe('other');
  expect(failureOf(404, '<h1>No such site</h1>').fault).toBe('other');
  expect(failureOf(400, '{"code":"BAD_INPUT","message":"The upload broke off."}').fault).toBe('other');
});
