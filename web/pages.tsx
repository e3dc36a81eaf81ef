import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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
const Account = lazyPage(() => import('./routes/account.tsx'));
const AddressBook = lazyPage(() => import('./routes/address-book.tsx'));
const Book = lazyPage(() => import('./routes/book.tsx'));
const ChangeEmail = lazyPage(() => import('./routes/change-email.tsx'));
const CreateLetter = lazyPage(() => import('./routes/create-letter.tsx'));
const Credits = lazyPage(() => import('./routes/credits.tsx'));
const Goodbye = lazyPage(() => import('./routes/goodbye.tsx'));
const Mission = lazyPage(() => import('./routes/mission.tsx'));
const MyLetters = lazyPage(() => import('./routes/my-letters.tsx'));
const NotFound = lazyPage(() => import('./routes/not-found.tsx'));
const Payment = lazyPage(() => import('./routes/payment.tsx'));
const PaymentCancel = lazyPage(() => import('./routes/payment-cancel.tsx'));
const PaymentSuccess = lazyPage(() => import('./routes/payment-success.tsx'));
const Privacy = lazyPage(() => import('./routes/privacy.tsx'));
const Receipt = lazyPage(() => import('./routes/receipt.tsx'));
const ResetPassword = lazyPage(() => import('./routes/reset-password.tsx'));
const SignInLink = lazyPage(() => import('./routes/sign-in-link.tsx'));
const Support = lazyPage(() => import('./routes/support.tsx'));
const VerifyEmail = lazyPage(() => import('./routes/verify-email.tsx'));

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
          <Route path="/mission" element={<Mission />} />
          <Route path="/support" element={<Support />} />
          <Route path="/privacy" element={<Privacy />} />
          <Route path="/goodbye" element={<Goodbye />} />
          <Route path="/reset-password" element={<ResetPassword />} />
          <Route path="/sign-in-link" element={<SignInLink />} />
          <Route path="/" element={<CreateLetter />} />
          <Route path="/my-letters" element={<MyLetters />} />
          <Route path="/my-letters/book" element={<Book />} />
          <Route path="/address-book" element={<AddressBook />} />
          <Route path="/payment" element={<Payment />} />
          <Route path="/buy-credits" element={<Navigate to="/payment" replace />} />
          <Route path="/payment/success" element={<PaymentSuccess />} />
          <Route path="/payment/cancel" element={<PaymentCancel />} />
          <Route path="/credits" element={<Credits />} />
          <Route path="/receipts/:id" element={<Receipt />} />
          <Route path="/account" element={<Account />} />
          <Route path="/verify-email" element={<VerifyEmail />} />
          <Route path="/change-email" element={<ChangeEmail />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </QueryClientProvider>
  );
}
