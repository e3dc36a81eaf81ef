import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notReady } from '../../core/errors.ts';
import { isDraining } from '../../core/http/drain.ts';
import type { AllServices } from '../../pages/account/erasure-list.ts';
import { askDatabase } from './figures.ts';

/** Milliseconds for which an answer of the database counts, so that a flood of requests asks it once. */
const DATABASE_CACHED_MS = 2_000;
/** Milliseconds that a probe waits for the database; balancers give up after some seconds. */
const DATABASE_WITHIN_MS = 2_000;
/** Milliseconds for which an answer of storage counts. */
const STORAGE_CACHED_MS = 30_000;

const okSchema = { response: { 200: z.object({ ok: z.literal(true) }) } };
const readySchema = {
  response: { 200: z.object({ ok: z.literal(true), degraded: z.array(z.enum(['storage', 'mail'])) }) },
};

/**
 * What monitoring and balancers ask of a process, without a token.
 *
 * - `GET /livez`: 200 while the process answers at all. One that does not is to be restarted.
 * - `GET /readyz`: 200 while it may take traffic: not stopping, the database answers, job loops and announcements work.
 *   Names what is degraded: pages and letters go on without storage, and letters wait for a mail server.
 * - `GET /ping`: 200 when the database answers and the process is not stopping. Every page waits for it before it starts.
 */
export async function probeRoutes(
  app: FastifyInstance,
  {
    db,
    log,
    storage,
    mail,
    queue,
    events,
  }: Pick<AllServices, 'db' | 'log' | 'storage' | 'mail' | 'queue' | 'events'>,
): Promise<void> {
  const databaseAnswers = cachedFor(DATABASE_CACHED_MS, () =>
    within(DATABASE_WITHIN_MS, askDatabase(db)).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, 'not ready');
        return false;
      },
    ),
  );
  let storageAnswers = true;
  const askStorage = cachedFor(STORAGE_CACHED_MS, () =>
    storage.check().then(
      () => {
        storageAnswers = true;
      },
      (error: unknown) => {
        log.warn({ err: error }, 'storage does not answer');
        storageAnswers = false;
      },
    ),
  );
  const assertServes = async () => {
    if (isDraining(app)) throw notReady({ text: 'This process is stopping.' });
    if (!(await databaseAnswers())) throw notReady();
  };
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get('/ping', { schema: okSchema }, async () => {
    await assertServes();
    return { ok: true as const };
  });

  routes.get('/livez', { schema: okSchema }, async () => ({ ok: true as const }));

  routes.get('/readyz', { schema: readySchema }, async () => {
    await assertServes();
    if (queue.hung.length > 0 || events.isDeaf) throw notReady({ text: 'A part of this process hangs.' });
    // Not waited for: the answer is that of the time before.
    void askStorage();
    const degraded = [
      ...(storageAnswers ? [] : ['storage' as const]),
      ...(mail.isFailing() ? ['mail' as const] : []),
    ];
    return { ok: true as const, degraded };
  });
}

/** Caches a result for a time, with one call under way at once. A failure is not cached. */
function cachedFor<Answer>(milliseconds: number, read: () => Promise<Answer>): () => Promise<Answer> {
  let readAt = 0;
  let cached: Promise<Answer> | null = null;
  return () => {
    if (cached === null || performance.now() - readAt > milliseconds) {
      readAt = performance.now();
      const reading = read();
      cached = reading;
      reading.catch(() => {
        if (cached === reading) cached = null;
      });
    }
    return cached;
  };
}

/** @throws when the promise takes longer */
function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () => reject(new Error('timeout exceeded when trying to connect')),
      milliseconds,
    );
    // Only ends the timer; the race below rejects with the promise's own error.
    promise.finally(() => clearTimeout(timer)).catch(() => undefined);
  });
  return Promise.race([promise, late]);
}
