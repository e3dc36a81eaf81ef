import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Loading } from '../../components/loading.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';
import { VerifyBar } from './verify-bar.tsx';

/** What stands around every page but the sign-in screen. */
export function Shell() {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <Header />
      <VerifyBar />
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
      <Footer />
    </>
  );
}
