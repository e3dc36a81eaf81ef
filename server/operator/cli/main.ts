import { existsSync } from 'node:fs';
import { BadSettings, readConfig } from '../../core/config.ts';
import { NoDatabase } from '../../core/db/wait-for-database.ts';
import { ProductError } from '../../core/errors.ts';
import { fileProblem } from '../../core/file-problem.ts';
import { openLog } from '../../core/log.ts';
import { S3Error } from '../../core/storage/s3-client.ts';
import { ProviderDown } from '../../money/payments/provider.ts';
import { openServices } from '../../open-services.ts';
import { ErasuresUnknown } from '../../pages/account/erasure-list.ts';
import { OperatorError } from '../command.ts';
import { runAudited } from './audit.ts';
import { COMMANDS } from './commands.ts';

function usage(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { args = '', what }]) => `  ${`${name} ${args}`.trim()}\n      ${what}`,
  );
  return `Usage: npm run admin -- <command>\n\n${lines.join('\n')}\n`;
}

function findCommand(words: string[]) {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { name, command, args: words.slice(length) };
  }
  return null;
}

/** @returns the exit code: 0 done, 1 refused or failed, 2 unknown command */
async function main(words: string[]): Promise<number> {
  const found = findCommand(words);
  if (!found) {
    console.error(usage());
    return 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = { ...readConfig(process.env), DATABASE_STATEMENT_SECONDS: 0 };
  const log = openLog('warn');
  if ('runStandalone' in found.command) {
    await found.command.runStandalone({ config, log }, found.args);
    return 0;
  }
  const open = await openServices(config, log);
  try {
    await runAudited(open.services, found.name, found.command, found.args);
    return 0;
  } finally {
    await open.close();
  }
}

function explain(error: unknown): string {
  const problem = fileProblem(error);
  if (problem) return problem;
  const plain = [
    OperatorError,
    ProductError,
    ProviderDown,
    BadSettings,
    NoDatabase,
    ErasuresUnknown,
    S3Error,
  ].some((kind) => error instanceof kind);
  const unknownOption = error instanceof TypeError && 'code' in error;
  if (error instanceof Error && (plain || unknownOption)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(explain(error));
  return 1;
});
