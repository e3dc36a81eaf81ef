import { useLayoutEffect } from 'react';
import { App } from './app.tsx';
import { removePrerendered } from './components/arrived.tsx';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { useWarmUp } from './features/warm-up/use-warm-up.ts';
import { WarmUp } from './features/warm-up/warm-up.tsx';
import { loadWords } from './lib/catalogues.ts';
import { loadClientConfig } from './lib/client-config.tsx';

/** Requested in parallel with the health check; after a failure the next caller requests it again. */
let firstConfig: ReturnType<typeof loadClientConfig> | null = loadClientConfig();
firstConfig.catch((error: unknown) => console.info('The configuration will be asked for again', error));

async function prepareApp() {
  const asked = firstConfig ?? loadClientConfig();
  firstConfig = null;
  const [config] = await Promise.all([
    asked,
    loadWords('first').catch((error: unknown) => console.info('The page is in English', error)),
  ]);
  return <App config={config} />;
}

export function Boot({ isServing }: { isServing: () => Promise<boolean> }) {
  const { app, warming } = useWarmUp(isServing, prepareApp);
  useLayoutEffect(() => {
    if (!warming) removePrerendered();
  }, [warming]);
  return (
    <ErrorBoundary>
      {/* The page is rendered under the overlay, but inert. */}
      <div style={{ display: 'contents' }} inert={warming}>
        {app}
      </div>
      {warming ? <WarmUp /> : null}
    </ErrorBoundary>
  );
}
