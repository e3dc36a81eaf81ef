import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ChunkBoundary } from '../../components/chunk-boundary.tsx';
import { PageLoadFailed } from '../../components/chunk-load-failed.tsx';
import { Loading } from '../../components/loading.tsx';
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
        <ChunkBoundary key={pathname} fallback={<PageLoadFailed />}>
          <Outlet />
        </ChunkBoundary>
      </Suspense>
      <Footer />
    </>
  );
}
