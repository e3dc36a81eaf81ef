import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { ToastProvider } from '../../web/components/toast.tsx';
import { PersonContext } from '../../web/features/identity/use-person.ts';
import { newQueryClient } from '../../web/lib/query-client.ts';

const person = {
  uid: 'maren',
  email: 'maren@example.com',
  displayName: 'Maren',
  emailVerified: true,
  hasPassword: true,
};

/** @returns what a hook returns at its first render, for somebody who is signed in */
export function hookOfSignedIn<Result>(hook: () => Result): Result {
  const results: Result[] = [];
  const Part = () => {
    results.push(hook());
    return null;
  };
  renderToString(
    <QueryClientProvider client={newQueryClient()}>
      <ToastProvider>
        <PersonContext value={{ person, identity: () => Promise.reject(new Error('none')) }}>
          <Part />
        </PersonContext>
      </ToastProvider>
    </QueryClientProvider>,
  );
  const [first] = results;
  if (first === undefined) throw new Error('The hook returned nothing.');
  return first;
}
