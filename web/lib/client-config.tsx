import { createContext, use } from 'react';
import type { ClientConfig } from '../../shared/client-config.ts';
import { read } from './api.ts';
import { setProductName } from './product-name.ts';

const ClientConfigContext = createContext<ClientConfig | null>(null);

export const ClientConfigProvider = ClientConfigContext;

/** The configuration of this installation; everything below the warm-up has it. */
export function useClientConfig(): ClientConfig {
  const config = use(ClientConfigContext);
  if (!config) throw new Error('useClientConfig is for what is shown after the warm-up');
  return config;
}

/** Asks the server once at start. @throws {ApiFailure} and network errors; the warm-up tries again */
export async function loadClientConfig(): Promise<ClientConfig> {
  const config = await read('/api/config', { parse: asClientConfig });
  setProductName(config.productName);
  return config;
}

/**
 * The server holds this answer to its schema before it sends it. Reading it needs no second check, and Zod (27 kB)
 * need not be there before the first screen.
 */
function asClientConfig(answer: unknown): ClientConfig {
  if (typeof answer === 'object' && answer !== null && 'productName' in answer && 'identity' in answer)
    return answer as ClientConfig;
  throw new Error('/api/config answered something else');
}
