import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { Catalogue } from '../packages/words/catalogue.ts';
import type { ClientConfig } from '../shared/client-config.ts';
import { ToastProvider } from './components/toast.tsx';
import type { Person } from './features/identity/identity.ts';
import { PersonContext } from './features/identity/use-person.ts';
import { ClientConfigContext } from './lib/client-config.tsx';
import { setProductName } from './lib/product-name.ts';
import { addWords } from './lib/words.tsx';
import { AppRoutes } from './routes.tsx';

/** Identity is never asked while a page is made into markup, because effects do not run. */
const identity = () => Promise.reject(new Error('Nobody is here'));
/** Whoever it is: nothing of a person may stand in the markup, which is the same for all. */
const SOMEBODY: Person = { uid: '', email: '', displayName: '', emailVerified: true, hasPassword: true };

/**
 * Markup of a page before anything was read, for whoever is signed in or not. Built for the server, which calls it once
 * for each page and language, one after the other: the language is that of the module.
 */
export async function prerenderPage(
  path: string,
  config: ClientConfig,
  language: string,
  catalogue: Catalogue,
  isSignedIn: boolean,
): Promise<string> {
  setProductName(config.productName);
  addWords(language, {});
  addWords(language, catalogue);
  const { prelude } = await prerender(
    <ClientConfigContext value={config}>
      <ToastProvider>
        <PersonContext value={{ person: isSignedIn ? SOMEBODY : null, identity }}>
          <StaticRouter location={path}>
            <AppRoutes />
          </StaticRouter>
        </PersonContext>
      </ToastProvider>
    </ClientConfigContext>,
  );
  return new Response(prelude).text();
}
