import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';
import type { ClientConfig } from '../shared/client-config.ts';
import { removePrerendered } from './components/arrived.tsx';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { ToastProvider } from './components/toast.tsx';
import { PersonProvider } from './features/identity/person-provider.tsx';
import { WarmUp } from './features/warm-up/warm-up.tsx';
import { loadWords, useLanguage } from './lib/catalogues.ts';
import { ClientConfigContext, loadClientConfig } from './lib/client-config.tsx';
import { AppRoutes } from './routes.tsx';

/** Spec section 9, ms. */
const RETRY_MS = 2000;
const SUCCESS_DELAY_MS = 500;

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
  const { app, warming } = useWarmUp(isServing);
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

/** Asks until the server is ready, then prepares the app. The overlay stays half a second longer. */
function useWarmUp(isServing: () => Promise<boolean>) {
  const [app, setApp] = useState<ReactNode>(null);
  const [warming, setWarming] = useState(true);

  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const ready = (await isServing()) ? await prepareApp().catch(notReady) : null;
      if (stopped) return;
      // In slices, so that a slow phone answers taps meanwhile.
      startTransition(() => setApp(ready));
      timer = ready ? setTimeout(() => setWarming(false), SUCCESS_DELAY_MS) : setTimeout(ask, RETRY_MS);
    };
    ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [isServing]);

  return { app, warming };
}

function notReady(error: unknown): null {
  console.info('Not ready yet', error);
  return null;
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
