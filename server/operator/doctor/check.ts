import type { Resolver } from 'node:dns/promises';
import type { Logger } from 'pino';
import type { Config } from '../../core/config.ts';
import type { OpenDatabase } from '../../core/db/database.ts';
import type { OutsideAddresses } from '../../people/identity/identity-provider.ts';

export interface CheckResult {
  level: 'ok' | 'note' | 'fix';
  about: string;
  text: string;
}

export type Dns = Pick<Resolver, 'resolveTxt' | 'resolveMx'>;

export interface DoctorContext {
  config: Config;
  log: Logger;
  dns: Dns;
  mailPort: number;
  outside: Partial<OutsideAddresses> & { googleApi?: string };
}

export type Check = (context: DoctorContext) => Promise<CheckResult | CheckResult[]>;

export const ok = (about: string, text: string): CheckResult => ({ level: 'ok', about, text });
export const note = (about: string, text: string): CheckResult => ({ level: 'note', about, text });
export const fix = (about: string, text: string): CheckResult => ({ level: 'fix', about, text });

/** @param name with its schema */
export async function hasTable({ pool }: Pick<OpenDatabase, 'pool'>, name: string): Promise<boolean> {
  const { rows } = await pool.query<{ made: boolean }>('select to_regclass($1) is not null as made', [name]);
  return rows[0]?.made === true;
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message || error.name}${cause}`;
}
