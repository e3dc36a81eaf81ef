import { createRoot } from 'react-dom/client';
import { Boot } from './boot.tsx';
import { installServiceWorker } from './lib/service-worker.ts';

// Zod would use `new Function` for speed, which the content security policy forbids; it reads this when loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** @param isServing answers whether the server is ready */
export function start(isServing: () => Promise<boolean>): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(<Boot isServing={isServing} />);
  installServiceWorker();
}
