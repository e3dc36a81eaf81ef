import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { classNames } from '../lib/class-names.ts';
import { productName } from '../lib/product-name.ts';
import { takeReplacedScreen } from '../lib/replaced-screen.ts';
import { isAnyOpen } from './close-on-back.ts';
import styles from './page.module.css';

interface PageProps {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/** After a navigation, or a sign-in, it takes the focus and scrolls to the top, as a loaded page would. */
export function Page({ title, className, children }: PageProps) {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const navigation = useNavigationType();

  useEffect(() => {
    document.title = `${title} · ${productName()}`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path or hash is a visit; a changed query, which changes the navigation type too, is not
  useEffect(() => {
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target) target.scrollIntoView();
    const replaces = takeReplacedScreen();
    if (target || (navigation === 'POP' && !replaces)) return;
    window.scrollTo(0, 0);
    // A menu of the header that was opened while the page's code was fetched keeps the focus: without it, it closes.
    if (!isAnyOpen()) main.current?.focus({ preventScroll: true });
  }, [pathname, hash]);

  return (
    <main ref={main} id="main" tabIndex={-1} className={classNames('page', styles.page, className)}>
      {children}
    </main>
  );
}
