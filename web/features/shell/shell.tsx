import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Arrived } from '../../components/arrived.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Loading } from '../../components/loading.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useClientConfig } from '../../lib/client-config.tsx';
import { useIsOnline } from '../../lib/use-is-online.ts';
import { t } from '../../lib/words.tsx';
import { isPasskeyOfferDue } from '../identity/passkey-offer-due.ts';
import { usePerson } from '../identity/use-person.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';
import { VerifyBar } from './verify-bar.tsx';

const StampsArrived = lazyPart(async () => (await import('../gifts/stamps-arrived.tsx')).default);
const PasskeyOffer = lazyPart(async () => (await import('../identity/passkey-offer.tsx')).default);

export function Shell() {
  const { pathname } = useLocation();
  const { passkeys } = useClientConfig();
  const { emailVerified } = usePerson();
  const [isOfferDue, setIsOfferDue] = useState(false);
  // After each change of person or page: a sign-in is counted once it succeeded.
  useEffect(() => {
    if (isPasskeyOfferDue()) setIsOfferDue(true);
  });
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('Skip to the page')}
      </a>
      <Header />
      <VerifyBar />
      <OfflineBar />
      <Suspense fallback={<Loading />}>
        {/* Keyed by path: navigating away from a page that could not be fetched resets the error. */}
        <ErrorBoundary key={pathname} onlyChunks>
          <Outlet />
          <Arrived />
        </ErrorBoundary>
      </Suspense>
      <StampsArrived />
      {isOfferDue && emailVerified && (passkeys || !isSecureContext) ? <PasskeyOffer /> : null}
      <Footer />
    </>
  );
}

function OfflineBar() {
  return (
    <div role="status" className={styles.offline}>
      {useIsOnline() ? null : (
        <p className={classNames('page', styles.words)}>
          {t('There is no connection just now. What you write stays on this device.')}
        </p>
      )}
    </div>
  );
}
