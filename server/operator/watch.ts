import { writeFleetState } from '../core/fleet-state.ts';
import { isLeaderless } from '../core/leader.ts';
import type { Services } from '../core/services.ts';
import { messageOf } from './doctor/check.ts';
import { type Alert, postAlerts } from './post-alerts.ts';
import { anyLasts, noteTold } from './tell-operator.ts';
import { LASTS_MS, NO_WORKER } from './troubles.ts';

const CHECK_MS = 10_000;

/** @param error of a query; its cause is shown instead, if any, as the SQL tells an operator nothing */
export function databaseAway(error: unknown): string {
  const fault = messageOf(error instanceof Error && error.cause ? error.cause : error);
  return `The database does not answer, or takes nothing (${fault}): is it running, and is its disk full? On its machine: systemctl status postgresql; df -h. Then npm run admin doctor.`;
}

/** Reports what no job could: a database that is away or full, which each worker posts, and that no worker leads. */
export function watch(services: Services, every = CHECK_MS, lasts = LASTS_MS): { stop(): void } {
  const { db, config, log } = services;
  let answeredAt = performance.now();
  let fault: unknown = 'no answer';
  let told: Alert | null = null;
  const since = () => new Date(Date.now() - lasts);
  const post = (alert: Alert) => void postAlerts(services, [alert]);
  const check = async () => {
    await writeFleetState(db, 'watched', {});
    const leaderless = await isLeaderless(db, lasts);
    const othersLast = told !== null && (await anyLasts(db));
    answeredAt = performance.now();
    if (told) post({ ...told, isOver: true, othersLast });
    told = null;
    if (!leaderless) return;
    const alert = { kind: 'workers', text: NO_WORKER, since: since(), isOver: false };
    if (await noteTold(db, alert)) post(alert);
  };
  const timer = setInterval(() => {
    if (config.PROCESS_ROLE !== 'web' && !told && performance.now() - answeredAt >= lasts) {
      told = { kind: 'database', text: databaseAway(fault), since: since(), isOver: false };
      post(told);
    }
    check().catch((error: unknown) => {
      fault = error;
      log.debug({ err: error }, 'the database was not looked at');
    });
  }, every);
  return { stop: () => clearInterval(timer) };
}
