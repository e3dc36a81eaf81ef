import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { smtpReply, startSmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import { forbidConnections } from '../../test/support/database-away.ts';
import { parse } from '../../test/support/mail-reader.ts';
import { startTestProduct } from '../../test/support/test-product.ts';
import { readConfig } from '../core/config.ts';
import { claimLead } from '../core/leader.ts';
import { type Alert, postAlerts } from './post-alerts.ts';
import { noteTold, tellOperator } from './tell-operator.ts';
import { LASTS_MS } from './troubles.ts';
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
let site = 'https://letters.example.org';
const logged: string[] = [];
const log = pino({}, { write: (line) => void logged.push(line) });
const postTo = async (url: string, ...changes: Partial<Alert>[]) => {
  const config = readConfig({ ALERT_URL: url, PUBLIC_URL: site });
  const alerts = changes.map((each) => ({ ...alert, ...each }));
  await postAlerts({ config, log }, alerts, 0);
};
const post = async (webhook: string, changes: Partial<Alert> = {}) => {
  posted = [];
  await postTo(origin + webhook, changes);
  return posted;
};
const TOLD = `${alert.text} Since 2026-12-24 18:00 UTC.`;
const OVER = `Over (it began 2026-12-24 18:00 UTC): ${alert.text}`;

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

it('alerts: ntfy gets them of a site whose name has other letters', async () => {
  const before = site;
  site = 'https://письма.example';
  const click = 'https://xn--80apmkl0e.example/status';
  expect(await post('/letters')).toMatchObject([{ body: TOLD, headers: { click } }]);
  site = before;
});

it('alerts: a login in the address is given as Basic authentication', async () => {
  posted = [];
  await postTo(`${origin.replace('//', '//m%C3%A9:pass%2Fword@')}/letters`, {});
  const authorization = `Basic ${Buffer.from('mé:pass/word').toString('base64')}`;
  expect(posted).toMatchObject([{ path: '/letters', headers: { authorization } }]);
});

it('alerts: what looks like a login behind the host stays', async () => {
  posted = [];
  await postTo(`${origin}/letters?to=https://me@example.org`, {});
  expect(posted).toMatchObject([{ path: '/letters?to=https://me@example.org' }]);
});

it('alerts: Healthchecks is told of a failure, and of its end', async () => {
  expect(await post('/ping/uuid')).toMatchObject([{ path: '/ping/uuid/fail', body: TOLD }]);
  expect(await post('/ping/key/name?create=1')).toMatchObject([{ path: '/ping/key/name/fail?create=1' }]);
  expect(await post('/ping/uuid', { isOver: true })).toMatchObject([{ path: '/ping/uuid', body: OVER }]);
});

it('alerts: Healthchecks stays red at the end of one trouble while another lasts', async () => {
  posted = [];
  const product = await startTestProduct({ env: { ALERT_URL: `${origin}/ping/uuid` } });
  const { db } = product.services;
  await noteTold(db, { ...alert, kind: 'goes on' });
  await noteTold(db, { ...alert, kind: 'ends first' });
  await db.execute(sql`
    update fleet_state set value = value || '{"seen": "2026-01-01"}' where name = 'trouble: ends first'`);
  await tellOperator(product.services);
  // Such as a full disk of the machine that tests run on.
  await db.execute(sql`
    delete from fleet_state where name like 'trouble: %' and name <> 'trouble: goes on'`);
  await tellOperator(product.services, Date.now() + LASTS_MS);
  await postAlerts(product.services, []);
  expect(posted).toMatchObject([
    { path: '/ping/uuid/log', body: OVER },
    { path: '/ping/uuid', body: OVER },
  ]);
  await product.close();
});

it('alerts: Alertmanager gets one alert that lasts until its end', async () => {
  const [begun] = await post('/api/v2/alerts');
  const [ended] = await post('/api/v2/alerts', { isOver: true });
  const [first, last] = [begun, ended].map((each) => JSON.parse(each?.body ?? '')[0]);
  expect(first).toMatchObject({
    // The end may be told on another machine.
    labels: { alertname: 'mail server', instance: 'letters.example.org' },
    annotations: { summary: alert.text },
    startsAt: '2026-12-24T18:00:00.000Z',
  });
  expect(last.labels).toEqual(first.labels);
  expect(new Date(first.endsAt) > new Date()).toBe(true);
  expect(new Date(last.endsAt) <= new Date()).toBe(true);
});

it('alerts: a webhook that refuses is asked again, and an end never overtakes its beginning', async () => {
  posted = [];
  refusals = 5;
  await Promise.all([postTo(`${origin}/letters`, {}), postTo(`${origin}/letters`, { isOver: true })]);
  expect(posted.map(({ body }) => body)).toEqual([...Array(6).fill(TOLD), OVER]);
  refusals = 1_000;
  expect(await post('/letters')).toHaveLength(14);
  refusals = 0;
});

it('alerts: another mail server takes them, from the login and with one Message-ID; its password is not logged', async () => {
  let puttingOff = 1;
  const sink = await startSmtpSink({
    onAuth: ({ password }, _session, callback) =>
      password === 'pass/word' ? callback(null, { user: 'me' }) : callback(smtpReply(535, 'wrong')),
    onMailFrom: (_address, _session, callback) =>
      callback(puttingOff-- > 0 ? smtpReply(451, '4.3.0 not now') : null),
  });
  const at = (password: string) =>
    `smtp://me%40example.net:${encodeURIComponent(password)}@127.0.0.1:${sink.port}/you@example.com`;
  await postTo(at('pass/word'), {}, { isOver: true });
  expect(sink.messages).toMatchObject([
    { envelopeSender: 'me@example.net', envelopeRecipients: ['you@example.com'] },
    { envelopeRecipients: ['you@example.com'] },
  ]);
  const [begun, over] = await Promise.all(sink.messages.map(({ raw }) => parse(raw)));
  expect(begun?.text).toContain(`${TOLD}\n\nhttps://letters.example.org/status`);
  expect(over?.subject).toContain(OVER);
  await postTo(at('wrong-one'), {});
  expect(sink.messages).toHaveLength(2);
  expect(logged.join()).toContain('did not take the user and password in ALERT_URL');
  expect(logged.join()).not.toMatch(/wrong-one|pass\/word/);
  await sink.close();
});

it('alerts: a database that is away is told by its worker with the error, once, and its end, also where the clock was set back', async () => {
  posted = [];
  const product = await startTestProduct({ env: { ALERT_URL: `${origin}/letters` } });
  const { services } = product;
  await claimLead(services.db);
  const allow = await forbidConnections(services.config.DATABASE_URL ?? '');
  const watching = watch(services, 20, 300);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  try {
    await vi.waitFor(() => expect(posted).toHaveLength(1), 30_000);
    expect(posted[0]?.body).toMatch(
      /The database does not answer, or takes nothing \(.+\): .*systemctl status postgresql/,
    );
    await allow();
    await vi.waitFor(() => expect(posted.length).toBeGreaterThan(1), 30_000);
    expect(posted[1]?.body).toMatch(/^Over \(it began .*\): The database does not answer/);
    expect(posted.filter(({ body }) => body.includes('The database'))).toHaveLength(2);
  } finally {
    vi.useRealTimers();
    watching.stop();
    await product.close();
  }
});

it('alerts: that no worker leads is told once by all processes', async () => {
  posted = [];
  const product = await startTestProduct({
    env: { ALERT_URL: `${origin}/letters`, PROCESS_ROLE: 'web' },
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
