import { userInfo } from 'node:os';
import { desc } from 'drizzle-orm';
import { ProductError } from '../../errors.ts';
import type { Executor } from '../../platform/db/database.ts';
import { auditEntries } from '../../platform/db/schema/operator.ts';
import type { Services } from '../../platform/services.ts';
import { type Command, printRows, wholeNumber } from './command.ts';

/** Who is at the machine. `sudo` changes the user but not who asked. */
function operator(): string {
  const asked = process.env.SUDO_USER;
  const { username } = userInfo();
  return asked && asked !== username ? `${asked} as ${username}` : username;
}

export interface Act {
  /** the command's name */
  action: string;
  subject: string;
  details?: Record<string, unknown>;
}

/** Notes one act of the operator for good. No personal content goes in: numbers and codes only. */
export async function audit(db: Executor, act: Act, outcome: string): Promise<void> {
  await db.insert(auditEntries).values({ ...act, details: act.details ?? {}, actor: operator(), outcome });
}

/** Does a command and, when it may change anything, notes who did what and how it ended. */
export async function runAudited(
  services: Services,
  name: string,
  command: Command,
  args: string[],
): Promise<void> {
  if (!command.subject) return command.run(services, args);
  // Asked beforehand, for the command may remove what it names; one that finds nobody is refused below.
  const subject = await Promise.resolve(command.subject(services, args)).catch(() => 'nobody');
  try {
    await command.run(services, args);
  } catch (error) {
    await audit(services.db, { action: name, subject }, outcomeOf(error));
    throw error;
  }
  await audit(services.db, { action: name, subject }, 'done');
}

/** The kind of failure; its words may name people. */
function outcomeOf(error: unknown): string {
  if (error instanceof ProductError) return `refused: ${error.code}`;
  const name = error instanceof Error ? error.name : 'Error';
  return name === 'OperatorError' ? 'refused' : `failed: ${name}`;
}

const LISTED = 200;

export const auditCommands: Record<string, Command> = {
  audit: {
    args: '[how many]',
    what: "operators' acts, the latest first: when, who, what, on what, outcome",
    run: async ({ db }, [most]) => {
      const rows = await db
        .select()
        .from(auditEntries)
        .orderBy(desc(auditEntries.id))
        .limit(most ? wholeNumber(most, 'audit') : LISTED);
      printRows(
        rows.map((row) => [
          row.at.toISOString(),
          row.actor,
          row.action,
          row.subject,
          row.outcome,
          Object.keys(row.details).length > 0 ? JSON.stringify(row.details) : '',
        ]),
      );
    },
  },
};
