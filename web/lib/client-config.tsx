import { createContext, use } from 'react';
import { z } from 'zod';
import { type ClientConfig, clientConfig } from '../../shared/client-config.ts';
import { read } from './api.ts';
import { setProductName } from './product-name.ts';

// The page's policy forbids compiling code from text, which Zod would try for speed.
z.config({ jitless: true });

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
  const config = await read('/api/config', clientConfig);
  setProductName(config.productName);
  return config;
}
