import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { ClientConfig } from '../shared/client-config.ts';
import { ToastProvider } from './components/toast.tsx';
import { PersonContext } from './features/identity/use-person.ts';
import { ClientConfigProvider } from './lib/client-config.tsx';
import { setProductName } from './lib/product-name.ts';
import { AppRoutes } from './routes.tsx';

/** Nobody: identity is never asked while a page is made into markup, because effects do not run. */
const NOBODY = { person: null, identity: () => Promise.reject(new Error('Nobody is here')) };

/**
 * Markup of a page as somebody sees it who is not signed in. Built for the server, which calls it once at its start.
 * @param path of the page, such as '/mission'
 */
export async function prerenderPage(path: string, config: ClientConfig): Promise<string> {
  setProductName(config.productName);
  const { prelude } = await prerender(
    <ClientConfigProvider value={config}>
      <ToastProvider>
        <PersonContext value={NOBODY}>
          <StaticRouter location={path}>
            <AppRoutes />
          </StaticRouter>
        </PersonContext>
      </ToastProvider>
    </ClientConfigProvider>,
  );
  return new Response(prelude).text();
}
