import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import type { ClientConfig } from '../shared/client-config.ts';
import { ToastProvider } from './components/toast.tsx';
import { PersonProvider } from './features/identity/person-provider.tsx';
import { ClientConfigProvider } from './lib/client-config.tsx';
import { newQueryClient } from './lib/query-client.ts';
import { AppRoutes } from './routes.tsx';

/** The app, mounted after the warm-up. */
export function App({ config }: { config: ClientConfig }) {
  const [queryClient] = useState(newQueryClient);
  return (
    <ClientConfigProvider value={config}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <PersonProvider>
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
          </PersonProvider>
        </ToastProvider>
      </QueryClientProvider>
    </ClientConfigProvider>
  );
}
