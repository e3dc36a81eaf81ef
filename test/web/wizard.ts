import type { LetterPhoto } from '../../web/features/uploads/letter-photo.ts';
import { NOBODY } from '../../web/features/wizard/recipients.ts';
import { newLetter, type WizardState } from '../../web/features/wizard/wizard-state.ts';

/** A photo whose file name tells its number. */
export function aPhoto(number: number, change: Partial<LetterPhoto> = {}): LetterPhoto {
  const filename = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}.jpg`;
  return {
    id: `photo-${number}`,
    filename,
    originalName: `IMG_${number}.jpg`,
    url: `/uploads/${filename}`,
    width: 1600,
    height: 2000,
    alt: '',
    ...change,
  };
}

/** A letter that is ready to be sent. */
export function aFinishedLetter(change: Partial<WizardState> = {}): WizardState {
  return {
    ...newLetter(),
    step: 'preview',
    photos: [aPhoto(1), aPhoto(2)],
    recipient: { ...NOBODY, name: 'Ilse Brandt', email: 'ilse.brandt@example.org', recentId: 3 },
    ...change,
  };
}

/** Replaces `sessionStorage` and `localStorage` in tests. */
export function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
