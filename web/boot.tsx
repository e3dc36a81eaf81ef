import { ErrorBoundary } from './components/error-boundary.tsx';
import { useWarmUp } from './features/warm-up/use-warm-up.ts';
import { WarmUp } from './features/warm-up/warm-up.tsx';

/** The overlay needs little code and is painted first; the app's own comes while the server gets ready. */
const loadApp = () => Promise.all([import('./app.tsx'), import('./lib/client-config.tsx')]);
loadApp().catch((error: unknown) => console.info('The app will be asked for again', error));

async function prepareApp() {
  const [{ App }, { loadClientConfig }] = await loadApp();
  return <App config={await loadClientConfig()} />;
}

export function Boot() {
  const { app, warming } = useWarmUp(prepareApp);
  return (
    <ErrorBoundary>
      {/* Under the overlay the page is there already, but not to be reached. */}
      <div style={{ display: 'contents' }} inert={warming}>
        {app}
      </div>
      {warming ? <WarmUp /> : null}
    </ErrorBoundary>
  );
}
