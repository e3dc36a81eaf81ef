import { eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Executor } from '../../platform/db/database.ts';
import { users } from '../../platform/db/schema/users.ts';
import type { Services } from '../../platform/services.ts';
import type { UserRow } from '../../users/data.ts';
import { OperatorError } from '../operator-error.ts';

export interface Command {
  /** arguments, as the usage shows them */
  args: string;
  what: string;
  /** @throws {OperatorError} with a sentence for the operator */
  run(services: Services, args: string[]): Promise<void>;
  /** for one that changes anything: what it is done to, for the audit table, without personal content */
  subject?: Subject;
}

/** Such as `user 12`. Runs before the command; one that finds nobody leaves the command to say so. */
export type Subject = (services: Services, args: string[]) => Promise<string> | string;

/** What a command works on that needs the settings alone: the database may be away, empty or another's. */
export interface CommandContext {
  config: Config;
  log: Logger;
}

/** A command that opens for itself what it needs, and notes in the audit table what it did. */
export interface StandaloneCommand {
  args: string;
  what: string;
  alone(context: CommandContext, args: string[]): Promise<void>;
}

/** A person by their number: addresses don't belong in the audit table. */
export const onUser: Subject = async ({ db }, [who]) => `user ${(await findUser(db, who)).id}`;

/** Somebody by their address or their number. @throws {OperatorError} when it is nobody, or not one person */
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

/** A whole number from 1 on. @throws {OperatorError} */
export function wholeNumber(text: string | undefined, what: string, most = 1_000_000): number {
  const number = Number(text);
  if (!text || !Number.isSafeInteger(number) || number < 1 || number > most)
    throw new OperatorError(`${what} wants a whole number from 1 to ${most}.`);
  return number;
}

/** Dollars as a person writes them, in cents. @throws {OperatorError} */
export function centsOf(text: string | undefined): number {
  const match = /^\$?(\d{1,6})(?:\.(\d\d))?$/.exec(text ?? '');
  if (!match) throw new OperatorError('An amount is written in dollars, such as 12 or 12.50.');
  return Number(match[1]) * 100 + Number(match[2] ?? 0);
}

/** Columns side by side. */
export function printRows(rows: (string | number | null)[][]): void {
  for (const row of rows) console.log(row.map((cell) => cell ?? '').join('\t'));
}
