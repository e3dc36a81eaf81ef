// First of all, so that what a component says of itself comes after what is said of everything.
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { Boot } from './boot.tsx';
import { installServiceWorker } from './lib/service-worker.ts';

// Zod would compile code from text for speed, which the page's policy forbids. It looks here when it is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(<Boot />);
installServiceWorker();
