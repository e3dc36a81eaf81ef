import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../../core/errors.ts';
import { document } from '../../core/html/document.ts';
import { html } from '../../core/html/html.ts';
import { assertSecret } from '../../core/http/given-secret.ts';
import { sendPage } from '../../core/http/standalone-pages.ts';
import type { AllServices } from '../../pages/account/erasure-list.ts';
import { findTroubles } from '../troubles.ts';
import { databaseAway } from '../watch.ts';
import { type QueueState, readQueue } from './figures.ts';
import { metricsText } from './metrics.ts';

export async function operateRoutes(app: FastifyInstance, services: AllServices): Promise<void> {
  const { config, db, meters } = services;
  if (config.METRICS_TOKEN !== undefined) {
    app.addHook('onRequest', async (request, reply) => {
      // Event streams stay open for hours, and have a meter of their own.
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
    return reply
      .header('content-type', meters.registry.contentType)
      .header('cache-control', 'no-store')
      .send(await metricsText(services));
  });

  const look = async () => ({
    problems: (await findTroubles(services)).map(({ text }) => text),
    queue: await readQueue(db),
  });
  app.get('/status', { schema: { hide: true } }, async (request, reply) => {
    await assertOperator(services, request);
    const found = await look().catch((error: unknown) => ({
      problems: [databaseAway(error)],
      queue: [],
    }));
    return sendPage(reply.header('cache-control', 'no-store'), statusPage(services, found));
  });
}

/** @throws 404 when no token is set, 401 for a wrong one, 429 after many */
async function assertOperator(services: AllServices, request: FastifyRequest): Promise<void> {
  const token = services.config.METRICS_TOKEN;
  if (token === undefined) throw notFound();
  const sentence = { text: 'The token is missing or not the right one.' };
  await assertSecret(services, request, token, { realm: 'operator', sentence });
}

interface Found {
  problems: string[];
  queue: QueueState[];
}

/** No names or addresses of people. */
function statusPage(services: AllServices, { problems, queue }: Found): string {
  const { config, storage, mail, payments, identity } = services;
  const { PRODUCT_NAME: productName } = config;
  const parts = Object.entries({ storage, mail, payments, identity });
  const body = html`<main>
<h1>${productName}</h1>
${
  problems.length === 0
    ? html`<p role="status" class="notice good">All is well.</p>`
    : html`<ul role="status" class="notice bad">${problems.map((line) => html`<li>${line}</li>`)}</ul>`
}
<h2>Jobs</h2>
<div class="wrap panel"><table><thead><tr><th scope="col">kind</th><th scope="col">due</th><th scope="col">later</th><th scope="col">under way</th><th scope="col">failed</th><th scope="col">oldest</th></tr></thead>
<tbody>${queue.map(
    (kind) =>
      html`<tr><th scope="row">${kind.name}</th>${[kind.due, kind.later, kind.active, kind.failed].map(number)}<td class="number">${Math.round(kind.age)} s</td></tr>`,
  )}</tbody></table></div>
<h2>This process</h2>
<div class="wrap panel"><table><tbody>
<tr><th scope="row">up for</th><td>${duration(process.uptime())}</td></tr>
<tr><th scope="row">memory</th><td>${Math.round(process.memoryUsage.rss() / 1e6)} MB</td></tr>
${parts.map(([name, { description }]) => html`<tr><th scope="row">${name}</th><td>${description}</td></tr>`)}
</tbody></table></div>
</main>`;
  const head = html`<meta http-equiv="refresh" content="30">`;
  return document({ title: `Status of ${productName}`, look: 'status', body, head, styles: 'inline' });
}

const number = (value: number) => html`<td class="number">${value}</td>`;

function duration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return hours >= 48
    ? `${Math.floor(hours / 24)} days`
    : `${hours} h ${Math.floor((seconds % 3600) / 60)} min`;
}
