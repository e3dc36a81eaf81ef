import { createContext, use } from 'react';
import type { ClientConfig } from '../../shared/client-config.ts';
import { read } from './api.ts';
import { setProductName } from './product-name.ts';

export const ClientConfigContext = createContext<ClientConfig | null>(null);

export function useClientConfig(): ClientConfig {
  const config = use(ClientConfigContext);
  if (!config) throw new Error('useClientConfig is for what is shown after the warm-up');
  return config;
}

/** Read from the page, or fetched under the development server. @throws {ApiFailure}, network errors; the warm-up tries again */
export async function loadClientConfig(): Promise<ClientConfig> {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="client-config"]');
  const config = meta
    ? asClientConfig(JSON.parse(meta.content))
    : await read('/api/config', { parse: asClientConfig });
  setProductName(config.productName);
  return config;
}

/** Not validated: the server validates it before it sends it, and the first screen would need Zod (27 kB) for that. */
function asClientConfig(answer: unknown): ClientConfig {
  if (typeof answer === 'object' && answer !== null && 'productName' in answer && 'identity' in answer)
    return answer as ClientConfig;
  throw new Error('The configuration is something else');
}
