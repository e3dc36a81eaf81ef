import { eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Config } from '../core/config.ts';
import type { Executor } from '../core/db/database.ts';
import type { AllServices } from '../pages/account/erasure-list.ts';
import type { UserRow } from '../people/users/data.ts';
import { users } from '../people/users/schema.ts';

export interface Command {
  args?: string;
  what: string;
  run(services: AllServices, args: string[]): Promise<void>;
  subject?: Subject;
}

/** Such as `user 12`, for the audit. When it throws, the entry says `nobody` and the command what is wrong. */
export type Subject = (services: AllServices, args: string[]) => Promise<string> | string;

export interface CommandContext {
  config: Config;
  log: Logger;
}

export interface StandaloneCommand {
  args?: string;
  what: string;
  runStandalone(context: CommandContext, args: string[]): Promise<void>;
}

/** By number: the audit table holds no addresses. */
export const userSubject: Subject = async ({ db }, [who]) => `user ${(await findUser(db, who)).id}`;

export const letterNumber = (id: string | undefined) => wholeNumber(id, 'A letter', Number.MAX_SAFE_INTEGER);
export const letterSubject: Subject = (_, [id]) => `letter ${letterNumber(id)}`;

export const LISTED = 200;

export class OperatorError extends Error {
  override name = 'OperatorError';
}

export async function findUser(db: Executor, who = ''): Promise<UserRow> {
  const where = /^\d{1,15}$/.test(who)
    ? eq(users.id, Number(who))
    : eq(sql`lower(${users.email})`, who.toLowerCase());
  const found = await db.select().from(users).where(where);
  const [user] = found;
  if (!user) throw new OperatorError(`Nobody here is ${who || 'without an address'}.`);
  if (found.length > 1) {
    const numbers = found.map((row) => row.id).join(', ');
    throw new OperatorError(`Several accounts have the address ${who}. Name one by its number: ${numbers}.`);
  }
  return user;
}

/** @throws {OperatorError} unless it is a whole number from 1 to `most` */
export function wholeNumber(text: string | undefined, what: string, most = 1_000_000): number {
  const number = Number(text);
  if (!text || !Number.isSafeInteger(number) || number < 1 || number > most)
    throw new OperatorError(`${what} wants a whole number from 1 to ${most}.`);
  return number;
}

export function centsOf(text: string | undefined): number {
  const match = /^\$?(\d{1,6})(?:\.(\d\d))?$/.exec(text ?? '');
  if (!match) throw new OperatorError('An amount is written in dollars, such as 12 or 12.50.');
  return Number(match[1]) * 100 + Number(match[2] ?? 0);
}

export function printRows(rows: (string | number | null)[][]): void {
  for (const row of rows) console.log(row.map((cell) => cell ?? '').join('\t'));
}
