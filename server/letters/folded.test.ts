import { expect, it } from 'vitest';
import { mostInATurn } from '../../test/support/most-in-a-turn.ts';
import { foldLetters } from './folded.ts';

it('letters to twenty people: others have turns while they are folded', async () => {
  const { result, all, most } = await mostInATurn((count) => {
    const letter = {
      recipientName: 'Łukasz',
      greetingName: null,
      get senderName() {
        count();
        return 'Maren';
      },
      heading: null,
      emailMessage: 'Dear {{recipientName}}',
      alts: ['Straße'],
    };
    return foldLetters(Array(20).fill(letter));
  });
  expect(result[19]).toBe('lukasz\nmaren\n\ndear lukasz\nstrasse');
  expect([all, most]).toEqual([20, 1]);
});
