import { expect, it } from 'vitest';
import { checkSupport, problemsOf } from './support-problems.ts';

const draft = {
  name: ' Maren Oakes ',
  email: 'maren@example.com',
  category: 'technical',
  subject: 'Sideways',
  message: 'Letter 132.',
};

it('gives the message as it is sent', () => {
  expect(checkSupport(draft)).toEqual({
    message: { ...draft, name: 'Maren Oakes' },
    problems: {},
    incomplete: false,
  });
});

it('names each empty box', () => {
  expect(checkSupport({ ...draft, category: '', message: ' ' })).toEqual({
    message: null,
    problems: { category: 'Please fill this in', message: 'Please fill this in' },
    incomplete: true,
  });
});

it('tells a malformed address from a missing one', () => {
  expect(checkSupport({ ...draft, email: 'maren@example' })).toEqual({
    message: null,
    problems: { email: 'Please enter a valid email address' },
    incomplete: false,
  });
});

it('keeps only what it has a box for', () => {
  expect(problemsOf({ subject: 'Too long', website: 'no' })).toEqual({ subject: 'Too long' });
});
