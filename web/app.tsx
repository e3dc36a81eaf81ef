import { BrowserRouter } from 'react-router';
import type { ClientConfig } from '../shared/client-config.ts';
import { ToastProvider } from './components/toast.tsx';
import { PersonProvider } from './features/identity/person-provider.tsx';
import { ClientConfigProvider } from './lib/client-config.tsx';
import { AppRoutes } from './routes.tsx';

/** The app, mounted after the warm-up. */
export function App({ config }: { config: ClientConfig }) {
  return (
    <ClientConfigProvider value={config}>
      <ToastProvider>
        <PersonProvider>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </PersonProvider>
      </ToastProvider>
    </ClientConfigProvider>
  );
}
