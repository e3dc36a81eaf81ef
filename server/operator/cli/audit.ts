import { userInfo } from 'node:os';
import { desc } from 'drizzle-orm';
import { writeAuditEntry } from '../../core/audit.ts';
import type { Executor } from '../../core/db/database.ts';
import { ProductError } from '../../core/errors.ts';
import { auditEntries } from '../../core/schema.ts';
import type { AllServices } from '../../pages/account/erasure-list.ts';
import { type Command, LISTED, OperatorError, printRows, wholeNumber } from '../command.ts';

function actorName(): string {
  const asked = process.env.SUDO_USER;
  const { username } = userInfo();
  return asked && asked !== username ? `${asked} as ${username}` : username;
}

/** Numbers and codes, no personal data. */
export async function audit(
  db: Executor,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
  outcome = 'done',
): Promise<void> {
  await writeAuditEntry(db, { actor: actorName(), action, subject, details, outcome });
}

export async function runAudited(services: AllServices, name: string, command: Command, args: string[]) {
  const { subject: find } = command;
  if (!find) return command.run(services, args);
  // Before the command, which may remove it. For an unknown one, or one that is no number, the command fails below.
  const subject = await (async () => find(services, args))().catch(() => 'nobody');
  try {
    await command.run(services, args);
  } catch (error) {
    await audit(services.db, name, subject, {}, outcomeOf(error));
    throw error;
  }
  await audit(services.db, name, subject);
}

/** The kind of failure, without its message, which may name people. */
function outcomeOf(error: unknown): string {
  if (error instanceof ProductError) return `refused: ${error.code}`;
  if (error instanceof OperatorError) return 'refused';
  return `failed: ${error instanceof Error ? error.name : 'Error'}`;
}

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
