import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/core/config.ts';
import { openServices } from '../../server/open-services.ts';
import type { AllServices } from '../../server/pages/account/erasure-list.ts';
import { startGuardedPostgres } from './guarded-postgres.ts';
import { type SignedIn, signedIn } from './sign-in.ts';

export interface OwnProduct {
  app: FastifyInstance;
  services: AllServices;
  /** settings that a second process needs to work on the same data */
  env: Record<string, string>;
  dataDir: string;
  origin: { origin: string };
  signIn(options?: Parameters<typeof signedIn>[1]): Promise<SignedIn>;
  close(): Promise<void>;
}

/** The product in this process, with its own embedded database: for benchmarks and fault runs outside Vitest. */
export async function openOwnProduct(settings: Record<string, string> = {}): Promise<OwnProduct> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-run-'));
  const env = { DATA_DIR: dataDir, ...settings };
  // The product adopts it.
  const postgres = await startGuardedPostgres({ dataDir: env.DATA_DIR });
  const config = readConfig({ LOG_LEVEL: 'silent', ...env });
  const open = await openServices(config, pino({ level: 'warn' }));
  const { services } = open;
  const app = await buildApp(services, { receiverPort: null });
  await app.ready();
  const origin = { origin: config.publicUrl };
  return {
    app,
    services,
    env,
    dataDir,
    origin,
    signIn: (options) => signedIn({ app, services, origin }, options),
    close: async () => {
      await app.close();
      await open.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
