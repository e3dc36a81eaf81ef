import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { aFinishedLetter, memoryStorage } from '../../../test/web/wizard.ts';
import { PersonContext } from '../identity/use-person.ts';
import { NOBODY } from './recipients.ts';
import { WaitingLetter } from './waiting-letter.tsx';
import type { WizardState } from './wizard-state.ts';
import { saveWizard } from './wizard-store.ts';

afterEach(() => vi.unstubAllGlobals());

const person = {
  uid: 'maren',
  email: 'maren@example.com',
  displayName: '',
  emailVerified: true,
  hasPassword: true,
};

/** What the pages of credits say of the letter in progress to somebody with this balance. */
function shown(credits: number, change: Partial<WizardState> = {}): string {
  const storage = memoryStorage();
  saveWizard(storage, person.uid, aFinishedLetter(change));
  vi.stubGlobal('sessionStorage', storage);
  const client = new QueryClient();
  client.setQueryData(['user', person.uid], { credits });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PersonContext value={{ person, identity: () => Promise.reject(new Error('Not asked for')) }}>
        <MemoryRouter>
          <WaitingLetter uid={person.uid} />
        </MemoryRouter>
      </PersonContext>
    </QueryClientProvider>,
  );
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

it('waiting letter: goes on to Send with credits for everybody and for each enclosed stamp', () => {
  const others = [{ ...NOBODY, name: 'Tom', email: 'tom@example.org' }];
  for (const [credits, change] of [
    [1, {}],
    [2, { stamp: true }],
    [4, { stamp: true, others }],
  ] as const)
    expect(shown(credits, { ...change })).toContain('Back to the letter');
});

it('waiting letter: says what is missing, an enclosed stamp with it, and not that it can go', () => {
  expect(shown(1, { stamp: true })).toBe(
    'Your letter to Ilse Brandt is waiting This letter costs 2 credits with what is enclosed: 1 is missing.',
  );
  expect(shown(0)).toContain('This letter costs 1 credit and you have none left.');
  expect(shown(0, { step: 'template' })).toBe('');
});
