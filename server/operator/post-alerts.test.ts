import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { forbidConnections } from '../../test/support/database-away.ts';
import { startTestProduct } from '../../test/support/test-product.ts';
import { readConfig } from '../core/config.ts';
import { claimLead } from '../core/leader.ts';
import { type Alert, postAlerts } from './post-alerts.ts';
import { watch } from './watch.ts';

interface Posted {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
let origin: string;
let posted: Posted[] = [];
let refusals = 0;
const server = createServer(async (request, response) => {
  posted.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
  response.writeHead(refusals-- > 0 ? 503 : 200).end('ok');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
});
afterAll(() => server.close());

const lines: string[] = [];
const alert: Alert = {
  kind: 'mail server',
  text: 'The mail server takes nothing – npm run admin doctor.',
  since: new Date('2026-12-24T18:00:00Z'),
  isOver: false,
};
const post = async (webhook: string, changes: Partial<Alert> = {}) => {
  posted = [];
  const config = readConfig({ ALERT_WEBHOOK: origin + webhook, PUBLIC_URL: 'https://letters.example.org' });
  await postAlerts({ config, log: pino({ level: 'silent' }) }, [{ ...alert, ...changes }]);
  return posted;
};
const TOLD = `${alert.text} Since 2026-12-24 18:00 UTC.`;
const OVER = `Over, since 2026-12-24 18:00 UTC: ${alert.text}`;

it('alerts: ntfy gets plain text, a priority and where to look', async () => {
  expect(await post('/letters')).toMatchObject([
    {
      path: '/letters',
      body: TOLD,
      headers: { priority: 'urgent', click: 'https://letters.example.org/status' },
    },
  ]);
  expect(await post('/letters', { isOver: true })).toMatchObject([
    { body: OVER, headers: { priority: 'default' } },
  ]);
  expect(lines).toEqual([`ALERT ${TOLD}\n`, `ALERT ${OVER}\n`]);
});

it('alerts: Healthchecks is told of a failure, and of its end', async () => {
  expect(await post('/ping/uuid')).toMatchObject([{ path: '/ping/uuid/fail', body: TOLD }]);
  expect(await post('/ping/uuid', { isOver: true })).toMatchObject([{ path: '/ping/uuid', body: OVER }]);
});

it('alerts: Alertmanager gets one alert that lasts until its end', async () => {
  const [begun] = await post('/api/v2/alerts');
  const [ended] = await post('/api/v2/alerts', { isOver: true });
  const [first, last] = [begun, ended].map((each) => JSON.parse(each?.body ?? '')[0]);
  expect(first).toMatchObject({
    labels: { alertname: 'mail server' },
    annotations: { summary: alert.text },
    startsAt: '2026-12-24T18:00:00.000Z',
  });
  expect(last.labels).toEqual(first.labels);
  expect(new Date(first.endsAt) > new Date()).toBe(true);
  expect(new Date(last.endsAt) <= new Date()).toBe(true);
});

it('alerts: a webhook that refuses is asked three times', async () => {
  refusals = 2;
  expect(await post('/letters')).toHaveLength(3);
  refusals = 5;
  expect(await post('/letters')).toHaveLength(3);
  refusals = 0;
});

it('alerts: a database that is away is told by its worker with the error, once, and its end', async () => {
  posted = [];
  const product = await startTestProduct({ env: { ALERT_WEBHOOK: `${origin}/letters` } });
  const { services } = product;
  await claimLead(services.db);
  const allow = await forbidConnections(services.config.DATABASE_URL ?? '');
  const watching = watch(services, 20, 300);
  try {
    await vi.waitFor(() => expect(posted).toHaveLength(1), 30_000);
    expect(posted[0]?.body).toMatch(
      /The database does not answer, or takes nothing \(.+\): .*systemctl status postgresql/,
    );
    await allow();
    await vi.waitFor(() => expect(posted.length).toBeGreaterThan(1), 30_000);
    expect(posted[1]?.body).toMatch(/^Over, since .*The database does not answer/);
    expect(posted.filter(({ body }) => body.includes('The database'))).toHaveLength(2);
  } finally {
    watching.stop();
    await product.close();
  }
});

it('alerts: that no worker leads is told once by all processes', async () => {
  posted = [];
  const product = await startTestProduct({
    env: { ALERT_WEBHOOK: `${origin}/letters`, PROCESS_ROLE: 'web' },
  });
  const { services } = product;
  await claimLead(services.db);
  const watching = Array.from({ length: 4 }, () => watch(services, 20, 200));
  try {
    await vi.waitFor(() => expect(posted).toHaveLength(1), 30_000);
    expect(posted[0]?.body).toContain('No worker is at work');
    const spy = vi.spyOn(services.db, 'insert');
    await vi.waitFor(() => expect(spy.mock.calls.length).toBeGreaterThan(8), 30_000);
    expect(posted).toHaveLength(1);
  } finally {
    for (const each of watching) each.stop();
    await product.close();
  }
});
