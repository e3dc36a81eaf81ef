import { BrowserRouter } from 'react-router';
import type { ClientConfig } from '../shared/client-config.ts';
import { ToastProvider } from './components/toast.tsx';
import { PersonProvider } from './features/identity/person-provider.tsx';
import { useLanguage } from './lib/catalogues.ts';
import { ClientConfigProvider } from './lib/client-config.tsx';
import { AppRoutes } from './routes.tsx';

/** The app, mounted after the warm-up; in another language it is rendered anew, not mounted. */
export function App({ config }: { config: ClientConfig }) {
  useLanguage();
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
