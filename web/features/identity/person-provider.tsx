import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { setSessionRenewal } from '../../lib/api.ts';
import { ChunkLoadError, loadChunk } from '../../lib/chunk-load-error.ts';
import { useClientConfig } from '../../lib/client-config.tsx';
import { optionalLazy } from '../../lib/optional-lazy.ts';
import { AutoSignOutWatch } from './auto-sign-out-watch.tsx';
import type { Identity, Person } from './identity.ts';
import { PersonContext } from './use-person.ts';

/** A separate chunk, fetched during the warm-up. */
const loadAuth = () => loadChunk(() => import('./auth.ts'));
loadAuth().catch((error: unknown) => console.info('Identity will be asked for again', error));

/** Loaded on demand: few people are asked. */
const NameQuestion = optionalLazy(async () => ({
  default: (await import('./name-dialog.tsx')).NameQuestion,
}));

/** Starts identity once, holds who is signed in, and clears cached data when the person changes. */
export function PersonProvider({ children }: { children: ReactNode }) {
  const config = useClientConfig();
  const queryClient = useQueryClient();
  const [person, setPerson] = useState<Person | null | undefined>(undefined);
  const [missing, setMissing] = useState<ChunkLoadError | null>(null);
  const started = useRef<Promise<Identity> | null>(null);

  const context = useMemo(() => {
    let lastUid: string | null = null;
    const report = (next: Person | null) => {
      if (lastUid !== null && next?.uid !== lastUid) queryClient.clear();
      lastUid = next?.uid ?? null;
      setPerson(next);
    };
    const identity = () => {
      started.current ??= loadAuth()
        .then(({ startIdentity }) => startIdentity(config.identity, report))
        .catch((error: unknown) => {
          // The next call tries again.
          started.current = null;
          throw error;
        });
      return started.current;
    };
    return { identity };
  }, [config, queryClient]);

  useEffect(() => {
    setSessionRenewal(async () => (await context.identity()).renewSession());
    context.identity().catch((error: unknown) => {
      console.error('Identity could not start', error);
      if (error instanceof ChunkLoadError) setMissing(error);
      else setPerson(null);
    });
    return () => setSessionRenewal(null);
  }, [context]);

  // Whether somebody is signed in is unknown, so no page can be shown.
  if (missing) throw missing;
  const value = useMemo(() => ({ person, identity: context.identity }), [person, context]);
  return (
    <PersonContext value={value}>
      {children}
      {person ? (
        <>
          <AutoSignOutWatch />
          {person.displayName || person.hasPassword ? null : (
            <Suspense>
              <NameQuestion />
            </Suspense>
          )}
        </>
      ) : null}
    </PersonContext>
  );
}
