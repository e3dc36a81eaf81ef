import { useLayoutEffect } from 'react';
import { BrowserRouter } from 'react-router';
import type { ClientConfig } from '../shared/client-config.ts';
import { removePrerendered } from './components/arrived.tsx';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { ToastProvider } from './components/toast.tsx';
import { PersonProvider } from './features/identity/person-provider.tsx';
import { useWarmUp } from './features/warm-up/use-warm-up.ts';
import { WarmUp } from './features/warm-up/warm-up.tsx';
import { loadWords, useLanguage } from './lib/catalogues.ts';
import { ClientConfigContext, loadClientConfig } from './lib/client-config.tsx';
import { AppRoutes } from './routes.tsx';

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

/** The app, mounted after the warm-up; in another language it is rendered anew, not mounted. */
function App({ config }: { config: ClientConfig }) {
  useLanguage();
  return (
    <ClientConfigContext value={config}>
      <ToastProvider>
        <PersonProvider>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </PersonProvider>
      </ToastProvider>
    </ClientConfigContext>
  );
}
