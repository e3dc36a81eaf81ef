import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Executor } from '../db/database.ts';
import { isLocalNetwork, networkOf } from './network.ts';

const PREFIX = 'clients:';
const FORWARDED = 'forwarded';
const PUBLIC = 'public';

/** Records whether a proxy's header goes unread: limits by network then hold for all or nobody. Keeps no public address. */
export async function noteClient(
  db: Executor,
  config: Config,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
): Promise<void> {
  const forwarded = headers['x-forwarded-for'] !== undefined && config.TRUST_PROXY === undefined;
  const keys = [isLocalNetwork(ip) ? networkOf(ip) : PUBLIC, ...(forwarded ? [FORWARDED] : [])];
  for (const key of keys) {
    await db.execute(sql`
      insert into rate_counters (key, window_start, count)
      values (${PREFIX + key}, date_trunc('day', now(), 'UTC'), 1) on conflict do nothing`);
  }
}

/** Of today and yesterday (UTC). */
export async function readClientNetworks(db: Executor) {
  const { rows } = await db.execute<{ key: string }>(sql`
    select distinct substr(key, ${PREFIX.length + 1}) as key from rate_counters
    where starts_with(key, ${PREFIX}) and window_start > now() - interval '2 days' order by 1`);
  const seen = rows.map(({ key }) => key);
  return {
    /** a request had X-Forwarded-For, and TRUST_PROXY is not set, so that it was not read */
    forwardedUnread: seen.includes(FORWARDED),
    fromPublic: seen.includes(PUBLIC),
    /** loopback and private addresses of clients */
    local: seen.filter((key) => key !== FORWARDED && key !== PUBLIC),
  };
}
