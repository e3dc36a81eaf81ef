import { Suspense } from 'react';
import { matchPath, useLocation } from 'react-router';
import { Arrived } from './components/arrived.tsx';
import { Loading } from './components/loading.tsx';
import { usePerson } from './features/identity/use-person.ts';
import { lazyPage } from './lib/chunk-load-error.ts';

const Pages = lazyPage(() => import('./pages.tsx'));
const SignIn = lazyPage(() => import('./routes/sign-in.tsx'));

const PUBLIC = ['/mission', '/support', '/privacy', '/goodbye', '/reset-password', '/sign-in-link'];

/** Which pages somebody may see (spec section 2, 'Routing'); signed out, any other path shows the sign-in screen. */
export function AppRoutes() {
  const { status } = usePerson();
  const { pathname } = useLocation();
  const isPublic = PUBLIC.some((path) => matchPath(path, pathname));
  if (status === 'loading' && !isPublic) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      {isPublic || status === 'signed-in' ? (
        <Pages />
      ) : (
        <>
          <SignIn />
          <Arrived />
        </>
      )}
    </Suspense>
  );
}
