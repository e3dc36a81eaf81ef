import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { setSession } from '../../lib/api.ts';
import { ChunkLoadError, loadChunk } from '../../lib/chunk-load-error.ts';
import { useClientConfig } from '../../lib/client-config.tsx';
import { forgetDraftsOfOthers } from '../../lib/kept-drafts.ts';
import type { Identity, Person } from './identity.ts';
import { personChanged } from './person-change.ts';
import { PersonContext } from './use-person.ts';

/** A separate chunk, fetched during the warm-up. */
const loadAuth = () => loadChunk(() => import('./auth.ts'));
loadAuth().catch((error: unknown) => console.info('Identity will be asked for again', error));

/** Starts identity once, and holds who is signed in. */
export function PersonProvider({ children }: { children: ReactNode }) {
  const config = useClientConfig();
  const [person, setPerson] = useState<Person | null | undefined>(undefined);
  const [missing, setMissing] = useState<ChunkLoadError | null>(null);

  const { identity, uid } = useMemo(() => {
    let lastUid: string | null = null;
    let started: Promise<Identity> | null = null;
    const report = (next: Person | null) => {
      if (lastUid !== null && next?.uid !== lastUid) personChanged();
      lastUid = next?.uid ?? null;
      if (next) forgetDraftsOfOthers(next.uid);
      setPerson(next);
    };
    const identity = () => {
      started ??= loadAuth()
        .then(({ startIdentity }) => startIdentity(config.identity, report))
        .catch((error: unknown) => {
          // The next call tries again.
          started = null;
          throw error;
        });
      return started;
    };
    return { identity, uid: () => lastUid };
  }, [config]);

  useEffect(() => {
    setSession({ uid, renew: async () => (await identity()).renewSession() });
    identity().catch((error: unknown) => {
      console.error('Identity could not start', error);
      if (error instanceof ChunkLoadError) setMissing(error);
      else setPerson(null);
    });
    return () => setSession(null);
  }, [identity, uid]);

  // Whether somebody is signed in is unknown, so no page can be shown.
  if (missing) throw missing;
  const value = useMemo(() => ({ person, identity }), [person, identity]);
  return <PersonContext value={value}>{children}</PersonContext>;
}
