import { expect, it } from 'vitest';
import { checkSupport, problemsOf, problemToast } from './support-errors.ts';

const draft = {
  name: ' Maren Oakes ',
  email: 'maren@example.com',
  category: 'technical',
  subject: 'Sideways',
  message: 'Letter 132.',
};

it('support form: returns the valid message', () => {
  expect(checkSupport(draft)).toEqual({
    message: { ...draft, name: 'Maren Oakes' },
    problems: {},
  });
});

it('support form: names each empty field', () => {
  expect(checkSupport({ ...draft, category: '', message: ' ' })).toEqual({
    message: null,
    problems: { category: 'Please fill this in', message: 'Please fill this in' },
  });
});

it('support form: distinguishes an invalid address from a missing one', () => {
  expect(checkSupport({ ...draft, email: 'maren@example' })).toEqual({
    message: null,
    problems: { email: 'Please enter a valid email address' },
  });
});

it('support form: reports missing fields before invalid ones', () => {
  const toastFor = (change: Partial<typeof draft>) =>
    problemToast(checkSupport({ ...draft, ...change }).problems);
  expect(toastFor({ email: 'maren@example', subject: '' })).toEqual({
    title: 'Missing Information',
    description: 'Please fill in all required fields',
  });
  expect(toastFor({ email: 'maren@example' })).toEqual({
    title: 'Invalid email',
    description: 'Please enter a valid email address',
  });
  expect(toastFor({ subject: 'x'.repeat(201) })).toEqual({
    title: 'Not sent yet',
    description: 'Please keep the subject to at most 200 characters',
  });
});

it('support form: ignores problems of fields that it does not have', () => {
  expect(problemsOf({ subject: 'Too long', website: 'no' })).toEqual({ subject: 'Too long' });
});
