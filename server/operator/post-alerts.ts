import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { urlToHttpOptions } from 'node:url';
import type { Services } from '../core/services.ts';
import { mailFrom, newMessageId } from '../mail/out/addresses.ts';
import { openSmtpTransport } from '../mail/out/smtp-transport.ts';
import { minute } from './troubles.ts';

export interface Alert {
  kind: string;
  text: string;
  since: Date;
  isOver: boolean;
  /** if it is over: another trouble that was reported still lasts */
  othersLast?: boolean;
}

/** Five minutes in all: what is wrong may keep alerts from being posted, too, such as a DNS that fails. */
const TRIES = 14;
const LONGEST_PAUSE_MS = 30_000;
const TIME_OUT_MS = 5_000;
/** Alertmanager forgets an alert that names no end after minutes. */
const LONGEST_MS = 7 * 24 * 3_600_000;

type Needs = Pick<Services, 'config' | 'log'>;

export const sentenceOf = ({ text, since, isOver }: Alert) =>
  isOver ? `Over (it began ${minute(since)} UTC): ${text}` : `${text} Since ${minute(since)} UTC.`;

/** Posts one after the other: a beginning that came after its end would be shown by Alertmanager for a week. */
let last: Promise<void> = Promise.resolve();

/** Needs neither database nor mail server; what can't be posted is logged. @param pause milliseconds, which double */
export function postAlerts(needs: Needs, alerts: Alert[], pause = 1_000): Promise<void> {
  for (const alert of alerts) {
    process.stderr.write(`ALERT ${sentenceOf(alert)}\n`);
    if (needs.config.ALERT_URL) last = last.then(() => post(needs, alert, pause));
  }
  return last;
}

async function post({ config, log }: Needs, alert: Alert, pause: number): Promise<void> {
  const url = new URL(config.ALERT_URL ?? '');
  const messageId = newMessageId(config);
  for (let tries = 1; ; tries++) {
    try {
      if (url.protocol.startsWith('smtp')) await mailAlert({ config, log }, url, alert, messageId);
      else await call(requestOf(url, alert, new URL(`${config.publicUrl}/status`).href));
      return;
    } catch (error) {
      log.error({ err: error, trouble: alert.kind }, 'an alert could not be posted');
      if (tries === TRIES) return;
    }
    await sleep(Math.min(pause * 2 ** (tries - 1), LONGEST_PAUSE_MS), undefined, { ref: false });
  }
}

async function call({ url, headers, body }: ReturnType<typeof requestOf>): Promise<void> {
  const { auth } = urlToHttpOptions(new URL(url));
  const login = auth ? { authorization: `Basic ${Buffer.from(auth).toString('base64')}` } : {};
  // `fetch` refuses a URL with a login.
  const answer = await fetch(Object.assign(new URL(url), { username: '', password: '' }), {
    headers: { ...headers, ...login },
    body,
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_OUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`ALERT_URL answered ${answer.status}`);
}

/** The sender is the login if that is an address: another mail provider accepts no other sender. */
async function mailAlert({ config, log }: Needs, url: URL, alert: Alert, messageId: string): Promise<void> {
  const login = decodeURIComponent(url.username);
  const from = login.includes('@')
    ? { name: config.PRODUCT_NAME, address: login }
    : mailFrom(config, 'others');
  const transport = openSmtpTransport(config, url.href, log, { taken: 60_000 });
  try {
    await transport.send({
      from,
      to: { address: decodeURIComponent(url.pathname.slice(1)) },
      subject: `${config.PRODUCT_NAME}: ${sentenceOf(alert)}`,
      text: `${sentenceOf(alert)}\n\n${config.publicUrl}/status\n`,
      messageId,
      envelopeSender: from.address,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    await transport.close();
  }
}

/** Alertmanager and Healthchecks are known by their paths; anything else takes plain text, as ntfy does. */
function requestOf(webhook: URL, alert: Alert, status: string) {
  const { pathname, hostname: host, href } = webhook;
  const body = sentenceOf(alert);
  const { kind, text, since, isOver, othersLast } = alert;
  if (pathname.endsWith('/api/v2/alerts')) {
    // Another process may post the end, so all have one label; but each worker reports its own access to the database.
    const instance = kind === 'database' ? hostname() : new URL(status).host;
    const labels = { alertname: kind, instance, severity: 'page' };
    const endsAt = new Date(isOver ? Date.now() : Date.now() + LONGEST_MS);
    return {
      url: href,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([
        { labels, annotations: { summary: text }, startsAt: since, endsAt, generatorURL: status },
      ]),
    };
  }
  // Healthchecks has one state for all troubles; `/log` does not change it.
  const signal = isOver ? othersLast && '/log' : '/fail';
  if (host === 'hc-ping.com' || pathname.startsWith('/ping/'))
    return { url: signal ? href.replace(/\/?(?=[?#]|$)/, signal) : href, headers: {}, body };
  const headers = { priority: isOver ? 'default' : 'urgent', tags: isOver ? 'ok' : 'warning', click: status };
  return { url: href, headers, body };
}
