import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { clientConfig } from '../../../shared/client-config.ts';
import { notReady } from '../../errors.ts';
import { isDraining } from '../../platform/http/drain.ts';
import type { Services } from '../../platform/services.ts';

/** `/ping`: whether the product can work. */
export async function pingRoute(
  app: FastifyInstance,
  { db, storage, log }: Pick<Services, 'db' | 'storage' | 'log'>,
): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get('/ping', { schema: { response: { 200: z.object({ ok: z.literal(true) }) } } }, async () => {
    if (isDraining(app)) throw notReady('This process is stopping.');
    try {
      await Promise.all([db.execute(sql`select 1`), storage.check()]);
    } catch (error) {
      log.error({ err: error }, 'not ready');
      throw notReady();
    }
    return { ok: true as const };
  });
}

/** What a browser must know of the settings, and the API's description. */
export async function configRoutes(
  app: FastifyInstance,
  { config, mail, payments, identity }: Services,
): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get('/api/config', { schema: { response: { 200: clientConfig } } }, async () => ({
    productName: config.PRODUCT_NAME,
    ...identity.client,
    supportEmail: config.SUPPORT_EMAIL ?? null,
    payments: payments.kind,
    captureMailbox: mail.kind === 'local-mailbox',
    testRoutes: config.TEST_ROUTES,
  }));

  routes.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
