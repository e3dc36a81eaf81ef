import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notReady } from '../../core/errors.ts';
import { isDraining } from '../../core/http/drain.ts';
import { isGiven } from '../../core/http/given-secret.ts';
import type { AllServices } from '../../pages/account/erasure-list.ts';
import { askDatabase } from './figures.ts';

/** Within this time many requests cause one query. */
const DATABASE_CACHED_MS = 2_000;
const DATABASE_WITHIN_MS = 2_000;
const STORAGE_CACHED_MS = 30_000;

const okSchema = { response: { 200: z.object({ ok: z.literal(true) }) } };
const readySchema = {
  response: {
    200: z.object({ ok: z.literal(true), degraded: z.array(z.enum(['storage', 'mail'])).optional() }),
  },
};

/** `/livez`: the process answers. `/readyz`: it may take traffic. `/ping`: the database answers; every page waits for it. */
export async function probeRoutes(
  app: FastifyInstance,
  services: Pick<AllServices, 'db' | 'log' | 'config' | 'storage' | 'mail' | 'queue' | 'events'>,
): Promise<void> {
  const { db, log, config, storage, mail, queue, events } = services;
  const databaseAnswers = cachedFor(
    DATABASE_CACHED_MS,
    () => Promise.race([askDatabase(db), failAfter(DATABASE_WITHIN_MS)]),
    (err) => log.error({ err }, 'not ready'),
  );
  const askStorage = cachedFor(
    STORAGE_CACHED_MS,
    () => storage.check(),
    (err) => log.warn({ err }, 'storage does not answer'),
  );
  let storageAnswers = true;
  const assertServes = async () => {
    if (isDraining(app)) throw notReady({ text: 'This process is stopping.' });
    if (!(await databaseAnswers())) throw notReady();
  };

  app.get('/ping', { schema: okSchema }, async () => {
    await assertServes();
    return { ok: true as const };
  });

  app.get('/livez', { schema: okSchema }, async () => ({ ok: true as const }));

  app.get('/readyz', { schema: readySchema }, async (request) => {
    await assertServes();
    if (queue.hung.length > 0 || events.isDeaf) throw notReady({ text: 'A part of this process hangs.' });
    // Details only with the token, which a load balancer need not have.
    const { METRICS_TOKEN: token } = config;
    const tells = token !== undefined && isGiven(request, token);
    // Not awaited: this answer has the result of the check before.
    void askStorage().then((answers) => {
      storageAnswers = answers;
    });
    if (!tells) return { ok: true as const };
    const degraded = [
      ...(storageAnswers ? [] : ['storage' as const]),
      ...(mail.isFailing() ? ['mail' as const] : []),
    ];
    return { ok: true as const, degraded };
  });
}

/** Whether `ask` succeeds; calls within `milliseconds` share one result. */
function cachedFor(
  milliseconds: number,
  ask: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): () => Promise<boolean> {
  let askedAt = 0;
  let cached: Promise<boolean> | null = null;
  return () => {
    if (cached === null || performance.now() - askedAt > milliseconds) {
      askedAt = performance.now();
      cached = ask().then(
        () => true,
        (error: unknown) => {
          onFailure(error);
          return false;
        },
      );
    }
    return cached;
  };
}

async function failAfter(milliseconds: number): Promise<never> {
  await sleep(milliseconds, undefined, { ref: false });
  throw new Error('timeout exceeded when trying to connect');
}
