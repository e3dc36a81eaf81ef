import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Boot } from './boot.tsx';
import { loadWords, onLanguageChange } from './lib/catalogues.ts';
import { keepLanguageOfAddress } from './lib/keep-language.ts';
import { workerUrl } from './lib/trusted-types.ts';

// Zod would use `new Function` for speed, which the content security policy forbids; it reads this when loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export async function start(isServing: () => Promise<boolean>): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  keepLanguageOfAddress();
  // The page has the first words of the warm-up already; without these texts it would go on in English.
  await loadWords('first').catch((error: unknown) =>
    console.info('The first texts will be asked for again', error),
  );
  // In slices, as the page shows the warm-up already.
  startTransition(() => createRoot(root).render(<Boot isServing={isServing} />));
  installServiceWorker();
}

function installServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker
      .register(workerUrl('/service-worker.js'), { updateViaCache: 'none' })
      .catch((error: unknown) => console.info('There will be no offline page', error));
  };
  // It shows an offline page, in the page's language.
  onLanguageChange(() => {
    navigator.serviceWorker
      .getRegistration()
      .then((installed) => installed?.update())
      .catch((error: unknown) => console.info('The offline page stays in its language', error));
  });
  // After the load, so that it does not compete with the page. The app itself may come later than that.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
