import { expect, it } from 'vitest';
import { outcomeOf } from './success-step.tsx';

it.each([
  ['one that was taken back while another waits', ['unsent', 'scheduled'], 'scheduled'],
  ['one that was taken back while another left', ['unsent', 'sent'], 'sent'],
  ['all that were taken back', ['unsent', 'unsent'], 'unsent'],
])('success: says of %s how the letter stands', (_case, statuses, said) => {
  const letters = statuses.map((status) => ({ status, arrival: null }));
  expect(outcomeOf(letters, 'scheduled')?.status).toBe(said);
});
