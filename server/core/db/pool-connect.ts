import type pg from 'pg';
import { isTooLate } from './limited-client.ts';

/** Tries each host once, within the timeout of one connection. */
export function askEachHost(pool: pg.Pool, hosts: number): void {
  replaceConnect(pool, async (connect) => {
    const until = performance.now() + (pool.options.connectionTimeoutMillis ?? 0);
    for (let tries = 1; ; tries++) {
      try {
        return await connect();
      } catch (error) {
        if (tries >= hosts || performance.now() >= until) throw error;
      }
    }
  });
}

/** After a query timeout, destroys connections idle since before: if they are lost too, each would cost a timeout. */
export function distrustIdle(pool: pg.Pool): void {
  let timedOutAt = Number.NEGATIVE_INFINITY;
  const idleSince = new WeakMap<pg.PoolClient, number>();
  pool.on('release', (error: unknown, client) => {
    if (isTooLate(error)) timedOutAt = performance.now();
    else idleSince.set(client, performance.now());
  });
  replaceConnect(pool, async (connect) => {
    for (;;) {
      const client = await connect();
      if ((idleSince.get(client) ?? performance.now()) > timedOutAt) return client;
      client.release(true);
    }
  });
}

/** `pool.connect` is called with and without a callback; `pool.query` calls it too. */
export function replaceConnect(
  pool: pg.Pool,
  choose: (connect: () => Promise<pg.PoolClient>) => Promise<pg.PoolClient>,
): void {
  pool.connect = new Proxy(pool.connect, {
    apply: (connect, self, [done]: [Parameters<pg.Pool['connect']>[0]?]) => {
      const connected = choose(() => Reflect.apply(connect, self, []));
      if (done === undefined) return connected;
      connected.then(
        (client) => done(undefined, client, client.release),
        (error: Error) => done(error, undefined, () => {}),
      );
    },
  });
}
