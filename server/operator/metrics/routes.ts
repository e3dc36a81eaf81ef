import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { findHold } from '../../platform/holds.ts';
import type { Services } from '../../platform/services.ts';
import { oldestLetter, type QueueState, type Recorded, readQueue, readRecorded } from './figures.ts';
import { Metrics } from './metrics.ts';
import { assertOperator } from './operator-auth.ts';
import { statusPage } from './status-page.ts';

/** Seconds overdue from which the status page reports a problem, as the alerts in docs/operate.md. */
const LATE_SECONDS = 300;

/** `GET /metrics` and `GET /status`, for requests with METRICS_TOKEN. */
export async function operateRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, db, storage, mail, payments, identity, meters } = services;
  const token = config.METRICS_TOKEN;
  const metrics = new Metrics(services);
  if (token !== undefined) {
    app.addHook('onRequest', async (request, reply) => {
      // Open for hours, and counted for themselves.
      if (request.routeOptions.url === '/api/events') return;
      meters.inFlight(1);
      reply.raw.once('close', () => meters.inFlight(-1));
    });
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      meters.request(request.method, route, reply.statusCode, reply.elapsedTime / 1_000);
    });
  }

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    assertOperator(request, token);
    const text = await metrics.text();
    return reply
      .header('content-type', metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(text);
  });

  app.get('/status', { schema: { hide: true } }, async (request, reply) => {
    assertOperator(request, token);
    await db.execute(sql`select 1`);
    const queue = await readQueue(db);
    const recorded = await readRecorded(db);
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
      problems: await findProblems(services, recorded, queue),
      figures: recorded.figures,
      queue,
    });
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
  });
}

async function findProblems(
  { db, storage, log }: Services,
  { figures, ledgerFaults }: Recorded,
  queue: QueueState[],
): Promise<string[]> {
  const problems: string[] = [];
  await storage.check().catch((error: unknown) => {
    log.error({ err: error }, 'storage does not answer');
    problems.push('Storage does not answer or cannot be written.');
  });
  const hold = await findHold(db, 'restored');
  if (hold) problems.push(`Nothing leaves, ${hold.reason}: npm run admin release.`);
  if (ledgerFaults)
    problems.push(`The ledger does not add up in ${ledgerFaults} places: npm run admin verify-ledger.`);
  if (figures) {
    const { refundsWaiting, reportsOpen, orphans } = figures;
    if (reportsOpen > 0) problems.push(`${reportsOpen} letters are reported: npm run admin reports.`);
    if (refundsWaiting > 0)
      problems.push(
        `${refundsWaiting} credits of bounced letters wait for your decision: npm run admin refunds.`,
      );
    if (orphans.overdue > 0)
      problems.push(
        `${orphans.overdue} stored objects without a row are not removed: npm run admin orphans.`,
      );
  }
  const late = await oldestLetter(db);
  if (late > LATE_SECONDS) problems.push(`A letter has been due for ${Math.round(late / 60)} minutes.`);
  for (const { name, age, failed, setAside } of queue) {
    if (age > LATE_SECONDS) problems.push(`A ${name} job has been due for ${Math.round(age / 60)} minutes.`);
    if (failed > 0) problems.push(`${failed} ${name} jobs failed for good: npm run admin queue.`);
    if (setAside > 0)
      problems.push(
        `${setAside} ${name} jobs are set aside, processes died under them: npm run admin queue.`,
      );
  }
  return problems;
}
