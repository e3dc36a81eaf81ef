import { useLayoutEffect } from 'react';

/** Takes away the page that the server put into the markup (`server/pages/web-app/app-pages.ts`). */
export function removePrerendered(): void {
  document.getElementById('prerendered')?.remove();
}

/** Beside a page inside its Suspense boundary: takes the prerendered one away in the moment when this one is shown. */
export function Arrived() {
  useLayoutEffect(removePrerendered, []);
  return null;
}
