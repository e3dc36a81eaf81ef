import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Loading } from '../../components/loading.tsx';
import { PageNotFetched } from '../../components/not-fetched.tsx';
import { PartBoundary } from '../../components/part-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';
import { VerifyBar } from './verify-bar.tsx';

/** What stands around every page but the sign-in screen. */
export function Shell() {
  const { pathname } = useLocation();
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <Header />
      <VerifyBar />
      <Suspense fallback={<Loading />}>
        {/* A page that could not be fetched is left for another as any page is. */}
        <PartBoundary key={pathname} fallback={<PageNotFetched />}>
          <Outlet />
        </PartBoundary>
      </Suspense>
      <Footer />
    </>
  );
}
