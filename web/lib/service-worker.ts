/** Installs the service worker, which shows a page of its own when there is no connection. Built app alone. */
export function installServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // After the load: it must not compete with what a person waits for.
  window.addEventListener('load', () => {
    navigator.serviceWorker
      .register('/service-worker.js', { updateViaCache: 'none' })
      .catch((error: unknown) => console.info('There will be no offline page', error));
  });
}
