import { writeFleetState } from '../core/fleet-state.ts';
import { isLeaderless } from '../core/leader.ts';
import type { Services } from '../core/services.ts';
import { messageOf } from './doctor/check.ts';
import { type Alert, postAlerts } from './post-alerts.ts';
import { anyLasts, noteTold } from './tell-operator.ts';
import { LASTS_MS, NO_WORKER } from './troubles.ts';

const LOOK_MS = 10_000;

/** @param error the query of which says nothing to an operator */
export function databaseAway(error: unknown): string {
  const fault = messageOf(error instanceof Error && error.cause ? error.cause : error);
  return `The database does not answer, or takes nothing (${fault}): is it running, and is its disk full? On its machine: systemctl status postgresql; df -h. Then npm run admin doctor.`;
}

/** What nobody else could tell: a database that is away or full, told by each worker, and that no worker leads. */
export function watch(services: Services, every = LOOK_MS, lasts = LASTS_MS): { stop(): void } {
  const { db, config, log } = services;
  let worked = performance.now();
  let fault: unknown = 'no answer';
  let told: Alert | null = null;
  const since = () => new Date(Date.now() - lasts);
  const post = (alert: Alert) => void postAlerts(services, [alert]);
  const look = async () => {
    await writeFleetState(db, 'watched', {});
    const leaderless = await isLeaderless(db, lasts);
    const othersLast = told !== null && (await anyLasts(db));
    worked = performance.now();
    if (told) post({ ...told, isOver: true, othersLast });
    told = null;
    if (!leaderless) return;
    const alert = { kind: 'workers', text: NO_WORKER, since: since(), isOver: false };
    if (await noteTold(db, alert)) post(alert);
  };
  const timer = setInterval(() => {
    if (config.PROCESS_ROLE !== 'web' && !told && performance.now() - worked >= lasts) {
      told = { kind: 'database', text: databaseAway(fault), since: since(), isOver: false };
      post(told);
    }
    look().catch((error: unknown) => {
      fault = error;
      log.debug({ err: error }, 'the database was not looked at');
    });
  }, every);
  return { stop: () => clearInterval(timer) };
}
