import { onLanguageChange } from './catalogues.ts';
import { workerUrl } from './trusted-types.ts';

/** Installs the service worker, which shows an offline page. Only in the built app. */
export function installServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker
      .register(workerUrl('/service-worker.js'), { updateViaCache: 'none' })
      .catch((error: unknown) => console.info('There will be no offline page', error));
  };
  // Its offline page is in the page's language.
  onLanguageChange(() => void update().catch(notUpdated));
  // After the load, so that it does not compete with the page. The app itself may come later than that.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

async function update(): Promise<void> {
  const installed = await navigator.serviceWorker.getRegistration();
  await installed?.update();
}

const notUpdated = (error: unknown) => console.info('The offline page stays in its language', error);
