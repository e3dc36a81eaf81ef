import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { lazyPart } from './components/lazy-part.tsx';
import { AccountLanguage } from './features/identity/account-language.tsx';
import { AutoSignOutWatch } from './features/identity/auto-sign-out-watch.tsx';
import { loadSchema } from './features/identity/find-or-create-user.ts';
import { onPersonChange } from './features/identity/person-change.ts';
import { usePerson } from './features/identity/use-person.ts';
import { Shell } from './features/shell/shell.tsx';
import { onLanguageChange } from './lib/catalogues.ts';
import { untoldLanguage } from './lib/change-language.ts';
import { lazyPage } from './lib/chunk-load-error.ts';
import { invalidateWords } from './lib/queries.ts';
import { newQueryClient } from './lib/query-client.ts';

const Events = lazyPart(async () => {
  // First, and in a task of its own.
  await loadSchema();
  return (await import('./features/my-letters/events/events.tsx')).default;
});
/** Loaded on demand: few people are asked. */
const NameQuestion = lazyPart(async () => (await import('./features/identity/name-dialog.tsx')).NameQuestion);
/** Each page, in a chunk of its own. */
const PAGES: Record<string, ComponentType> = {
  '/mission': lazyPage(() => import('./routes/mission.tsx')),
  '/support': lazyPage(() => import('./routes/support.tsx')),
  '/privacy': lazyPage(() => import('./routes/privacy.tsx')),
  '/goodbye': lazyPage(() => import('./routes/goodbye.tsx')),
  '/reset-password': lazyPage(() => import('./routes/reset-password.tsx')),
  '/sign-in-link': lazyPage(() => import('./routes/sign-in-link.tsx')),
  '/': lazyPage(() => import('./routes/create-letter.tsx')),
  '/my-letters': lazyPage(() => import('./routes/my-letters.tsx')),
  '/my-letters/book': lazyPage(() => import('./routes/book.tsx')),
  '/address-book': lazyPage(() => import('./routes/address-book.tsx')),
  '/payment': lazyPage(() => import('./routes/payment.tsx')),
  '/buy-credits': () => <Navigate to="/payment" replace />,
  '/payment/success': lazyPage(() => import('./routes/payment-success.tsx')),
  '/payment/cancel': lazyPage(() => import('./routes/payment-cancel.tsx')),
  '/credits': lazyPage(() => import('./routes/credits.tsx')),
  '/receipts/:id': lazyPage(() => import('./routes/receipt.tsx')),
  '/account': lazyPage(() => import('./routes/account.tsx')),
  '/verify-email': lazyPage(() => import('./routes/verify-email.tsx')),
  '/change-email': lazyPage(() => import('./routes/change-email.tsx')),
  '*': lazyPage(() => import('./routes/not-found.tsx')),
};

/**
 * Every page but the sign-in screen, and what was read from the server. A chunk of its own: whoever is not signed in
 * needs none of it to sign in.
 */
export default function Pages() {
  const { status, uid, displayName, hasPassword } = usePerson();
  const [queryClient] = useState(newQueryClient);
  useEffect(
    () =>
      onPersonChange(() => {
        queryClient.clear();
        untoldLanguage.set(null);
      }),
    [queryClient],
  );
  useEffect(() => onLanguageChange(() => void invalidateWords(queryClient)), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      {status === 'signed-in' ? (
        <>
          <AutoSignOutWatch />
          <Events key={uid} />
          <AccountLanguage />
          {displayName || hasPassword ? null : <NameQuestion />}
        </>
      ) : null}
      <Routes>
        <Route element={<Shell />}>
          {Object.entries(PAGES).map(([path, Page]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
        </Route>
      </Routes>
    </QueryClientProvider>
  );
}
