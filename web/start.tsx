import { createRoot } from 'react-dom/client';
import { Boot } from './boot.tsx';
import { loadWords } from './lib/catalogues.ts';
import { keepLanguageOfAddress } from './lib/keep-language.ts';
import { installServiceWorker } from './lib/service-worker.ts';

// Zod would use `new Function` for speed, which the content security policy forbids; it reads this when loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** @param isServing answers whether the server is ready */
export async function start(isServing: () => Promise<boolean>): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  keepLanguageOfAddress();
  // The page has the first words of the warm-up already; without these texts it would go on in English.
  await loadWords('first').catch((error: unknown) =>
    console.info('The first texts will be asked for again', error),
  );
  createRoot(root).render(<Boot isServing={isServing} />);
  installServiceWorker();
}
