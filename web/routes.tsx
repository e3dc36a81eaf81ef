import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { Loading } from './components/loading.tsx';
import { usePerson } from './features/identity/use-person.ts';
import { Shell } from './features/shell/shell.tsx';
import { loadChunk } from './lib/chunk-load-error.ts';
import { optionalLazy } from './lib/optional-lazy.ts';

const Events = optionalLazy(() => import('./features/my-letters/events/events.tsx'));
const Account = lazy(() => loadChunk(() => import('./routes/account.tsx')));
const ChangeEmail = lazy(() => loadChunk(() => import('./routes/change-email.tsx')));
const CreateLetter = lazy(() => loadChunk(() => import('./routes/create-letter.tsx')));
const Credits = lazy(() => loadChunk(() => import('./routes/credits.tsx')));
const Goodbye = lazy(() => loadChunk(() => import('./routes/goodbye.tsx')));
const Mission = lazy(() => loadChunk(() => import('./routes/mission.tsx')));
const MyLetters = lazy(() => loadChunk(() => import('./routes/my-letters.tsx')));
const NotFound = lazy(() => loadChunk(() => import('./routes/not-found.tsx')));
const Payment = lazy(() => loadChunk(() => import('./routes/payment.tsx')));
const PaymentCancel = lazy(() => loadChunk(() => import('./routes/payment-cancel.tsx')));
const PaymentSuccess = lazy(() => loadChunk(() => import('./routes/payment-success.tsx')));
const Privacy = lazy(() => loadChunk(() => import('./routes/privacy.tsx')));
const Receipt = lazy(() => loadChunk(() => import('./routes/receipt.tsx')));
const ResetPassword = lazy(() => loadChunk(() => import('./routes/reset-password.tsx')));
const SignIn = lazy(() => loadChunk(() => import('./routes/sign-in.tsx')));
const Support = lazy(() => loadChunk(() => import('./routes/support.tsx')));
const VerifyEmail = lazy(() => loadChunk(() => import('./routes/verify-email.tsx')));

/** All routes (spec section 2, 'Routing'). Pages that are not public need a sign-in. */
export function AppRoutes() {
  const { status, uid } = usePerson();
  return (
    <Suspense fallback={<Loading />}>
      {status === 'signed-in' ? (
        <Suspense>
          <Events key={uid} />
        </Suspense>
      ) : null}
      <Routes>
        <Route element={<Shell />}>
          <Route path="/mission" element={<Mission />} />
          <Route path="/support" element={<Support />} />
          <Route path="/privacy" element={<Privacy />} />
          <Route path="/goodbye" element={<Goodbye />} />
          <Route path="/reset-password" element={<ResetPassword />} />
        </Route>
        {status === 'loading' ? <Route path="*" element={<Loading />} /> : null}
        {status === 'signed-out' ? <Route path="*" element={<SignIn />} /> : null}
        {status === 'signed-in' ? (
          <Route element={<Shell />}>
            <Route path="/" element={<CreateLetter />} />
            <Route path="/my-letters" element={<MyLetters />} />
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
        ) : null}
      </Routes>
    </Suspense>
  );
}
