import type { FastifyInstance } from 'fastify';
import { sendPage } from '../../core/http/standalone-pages.ts';
import type { AllServices } from '../../pages/account/erasure-list.ts';
import { findTroubles } from '../troubles.ts';
import { databaseAway } from '../watch.ts';
import { readQueue, readRecorded } from './figures.ts';
import { Metrics } from './metrics.ts';
import { assertOperator } from './operator-auth.ts';
import { statusPage } from './status-page.ts';

export async function operateRoutes(app: FastifyInstance, services: AllServices): Promise<void> {
  const { config, db, storage, mail, payments, identity, meters } = services;
  const metrics = new Metrics(services);
  if (config.METRICS_TOKEN !== undefined) {
    app.addHook('onRequest', async (request, reply) => {
      // Open for hours, and counted for themselves.
      if (request.routeOptions.url === '/api/events') return;
      meters.inFlight.inc();
      reply.raw.once('close', () => meters.inFlight.dec());
    });
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      const labels = { method: request.method, route, status: String(reply.statusCode) };
      meters.requests.observe(labels, reply.elapsedTime / 1_000);
    });
  }

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    await assertOperator(services, request);
    const text = await metrics.text();
    return reply
      .header('content-type', metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(text);
  });

  const look = async () => ({
    problems: (await findTroubles(services)).map(({ text }) => text),
    figures: (await readRecorded(db)).figures,
    queue: await readQueue(db),
  });
  app.get('/status', { schema: { hide: true } }, async (request, reply) => {
    await assertOperator(services, request);
    const found = await look().catch((error: unknown) => ({
      problems: [databaseAway(error)],
      figures: null,
      queue: [],
    }));
    const page = statusPage({
      productName: config.PRODUCT_NAME,
      uptime: process.uptime(),
      memory: process.memoryUsage.rss(),
      parts: [
        { name: 'storage', description: storage.description },
        { name: 'mail', description: mail.description },
        { name: 'payments', description: payments.description },
        { name: 'identity', description: identity.description },
      ],
      ...found,
    });
    return sendPage(reply.header('cache-control', 'no-store'), page);
  });
}
