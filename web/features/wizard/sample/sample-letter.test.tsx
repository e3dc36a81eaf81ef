import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../../test/web/wizard.ts';
import { ToastProvider } from '../../../components/toast.tsx';
import { newQueryClient } from '../../../lib/query-client.ts';
import { PersonContext } from '../../identity/use-person.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import { newLetter } from '../wizard-state.ts';
import SampleLetter from './sample-letter.tsx';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [{ code: 'WELCOME5', freeCredits: 5 }, 'WELCOME5 pays for it, and leaves you 4 credits.'],
  // Used before: its credits wait with letters that did not leave yet.
  [null, 'It costs 1 credit.'],
])('sample letter: without a credit, %o says %s', (coupon, words) => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  const email = 'maren@example.com';
  const person = { uid: 'maren', email, displayName: 'Maren', emailVerified: true, hasPassword: true };
  const client = newQueryClient();
  client.setQueryData(['user', person.uid], { credits: 0 });
  client.setQueryData(['/api/letter-totals'], { letters: 5, sent: 0 });
  client.setQueryData(['/api/welcome-coupon'], { coupon });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <PersonContext value={{ person, identity: () => Promise.reject(new Error('Not asked for')) }}>
          <SampleLetter
            wizard={{ state: newLetter(), dispatch: () => {} }}
            uploads={{} as UploadStore}
            sender={{ name: 'Maren', email, guessed: false }}
            onReady={() => {}}
          />
        </PersonContext>
      </ToastProvider>
    </QueryClientProvider>,
  );
  expect(html).toContain(words);
});
