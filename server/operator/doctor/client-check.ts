import { LOCAL_HOSTS } from '../../core/config.ts';
import type { OpenDatabase } from '../../core/db/database.ts';
import { readClientNetworks } from '../../core/http/client-networks.ts';
import { type Check, type DoctorContext, fix, hasTable, note, ok } from './check.ts';

const SHOWN = 3;

/**
 * By the sign-ins of today and yesterday. X-Forwarded-For from a public address may be anybody's: no proof
 * of a proxy.
 */
export async function clientCheck({ config }: DoctorContext, database: OpenDatabase): ReturnType<Check> {
  if (LOCAL_HOSTS.includes(new URL(config.publicUrl).hostname)) return [];
  if (!(await hasTable(database, 'public.rate_counters'))) return [];
  const { forwardedUnread, fromPublic, local } = await readClientNetworks(database.db);
  const from = `${local.slice(0, SHOWN).join(', ')}${local.length > SHOWN ? ', …' : ''}`;
  if (forwardedUnread && !fromPublic && config.TRUST_PROXY === undefined)
    return fix(
      'networks',
      `Everybody came from ${from} with X-Forwarded-For, which TRUST_PROXY does not let count: limits by network hold for nobody. Set TRUST_PROXY to 1.`,
    );
  if (forwardedUnread && config.TRUST_PROXY === undefined)
    return note(
      'networks',
      'Requests came with X-Forwarded-For, and TRUST_PROXY is not set: if a proxy is in front, everybody is one network in the limits. Then set it to 1.',
    );
  if (!fromPublic && local.length > 0)
    return note(
      'networks',
      `Everybody came from ${from}: limits by network hold for nobody there. If a proxy is in front, let it send X-Forwarded-For, and set TRUST_PROXY to the number of proxies.`,
    );
  return fromPublic ? ok('networks', 'People come from public addresses, which the limits count.') : [];
}
