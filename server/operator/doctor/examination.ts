import type { Resolver } from 'node:dns/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { OutsideAddresses } from '../../identity/identity-provider.ts';

/** `ok` stands; `note` works and may be wanted otherwise; `fix` doesn't work as it is. */
export interface Finding {
  level: 'ok' | 'note' | 'fix';
  /** what was looked at */
  about: string;
  /** what was seen, and for `note` and `fix` what to do */
  text: string;
}

/** The DNS questions that are asked; tests answer them themselves. */
export type Dns = Pick<Resolver, 'resolveTxt' | 'resolveMx'>;

export interface DoctorContext {
  config: Config;
  log: Logger;
  dns: Dns;
  /** port of other domains' mail servers: 25 */
  mailPort: number;
  /** stand-ins of identity providers, and of Google's API */
  outside: Partial<OutsideAddresses> & { googleApi?: string };
}

export type Check = (patient: DoctorContext) => Promise<Finding[]>;

export const ok = (about: string, text: string): Finding => ({ level: 'ok', about, text });
export const hint = (about: string, text: string): Finding => ({ level: 'note', about, text });
export const fix = (about: string, text: string): Finding => ({ level: 'fix', about, text });

/** What went wrong, without a stack. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message || error.name}${cause}`;
}
