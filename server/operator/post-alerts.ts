import { hostname } from 'node:os';
import type { Services } from '../core/services.ts';
import { minute } from './troubles.ts';

export interface Alert {
  kind: string;
  text: string;
  since: Date;
  isOver: boolean;
}

const TRIES = 3;
const TIME_OUT_MS = 5_000;
/** Alertmanager forgets an alert that names no end after minutes. */
const LONGEST_MS = 7 * 24 * 3_600_000;

export const sentenceOf = ({ text, since, isOver }: Alert) =>
  isOver ? `Over, since ${minute(since)} UTC: ${text}` : `${text} Since ${minute(since)} UTC.`;

/** The road of alerts that needs neither database nor mail server. What can't be posted is logged. */
export async function postAlerts(
  { config, log }: Pick<Services, 'config' | 'log'>,
  alerts: Alert[],
): Promise<void> {
  for (const alert of alerts) {
    process.stderr.write(`ALERT ${sentenceOf(alert)}\n`);
    if (!config.ALERT_WEBHOOK) continue;
    const { url, ...request } = requestOf(config.ALERT_WEBHOOK, alert, `${config.publicUrl}/status`);
    for (let tries = 1; ; tries++) {
      try {
        const answer = await fetch(url, {
          ...request,
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(TIME_OUT_MS),
        });
        await answer.body?.cancel();
        if (!answer.ok) throw new Error(`ALERT_WEBHOOK answered ${answer.status}`);
        break;
      } catch (error) {
        log.error({ err: error, trouble: alert.kind }, 'an alert could not be posted');
        if (tries === TRIES) break;
      }
    }
  }
}

/** Alertmanager and Healthchecks are known by their paths; anything else takes plain text, as ntfy does. */
function requestOf(
  webhook: string,
  alert: Alert,
  status: string,
): { url: string; headers: Record<string, string>; body: string } {
  const { pathname, hostname: host } = new URL(webhook);
  const body = sentenceOf(alert);
  const { kind, text, since, isOver } = alert;
  if (pathname.endsWith('/api/v2/alerts')) {
    const labels = { alertname: kind, instance: hostname(), severity: 'page' };
    const endsAt = new Date(isOver ? Date.now() : Date.now() + LONGEST_MS);
    return {
      url: webhook,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([
        { labels, annotations: { summary: text }, startsAt: since, endsAt, generatorURL: status },
      ]),
    };
  }
  if (host === 'hc-ping.com' || pathname.startsWith('/ping/'))
    return { url: isOver ? webhook : `${webhook.replace(/\/$/, '')}/fail`, headers: {}, body };
  const headers = { priority: isOver ? 'default' : 'urgent', tags: isOver ? 'ok' : 'warning', click: status };
  return { url: webhook, headers, body };
}
