import { existsSync } from 'node:fs';
import { BadSettings, readConfig } from '../../config.ts';
import { ProductError } from '../../errors.ts';
import { openServices } from '../../open-services.ts';
import { ProviderDown } from '../../payments/provider.ts';
import { openLog } from '../../platform/log.ts';
import { type Command, OperatorError, type StandaloneCommand } from '../command.ts';
import { runAudited } from './audit.ts';
import { COMMANDS } from './commands.ts';

function usage(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { args, what }]) => `  ${`${name} ${args}`.trim()}\n      ${what}`,
  );
  return `Usage: npm run admin -- <command>\n\n${lines.join('\n')}\n`;
}

interface Found {
  name: string;
  command: Command | StandaloneCommand;
  args: string[];
}

/** The command that the words name (two words before one) and its arguments. */
function findCommand(words: string[]): Found | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { name, command, args: words.slice(length) };
  }
  return null;
}

/** @returns exit code: 0 done, 1 refused or failed, 2 unknown command */
async function main(words: string[]): Promise<number> {
  const found = findCommand(words);
  if (!found) {
    console.error(usage());
    return 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const context = { config: readConfig(process.env), log: openLog('warn') };
  if ('runStandalone' in found.command) {
    await found.command.runStandalone(context, found.args);
    return 0;
  }
  const open = await openServices(context.config, context.log);
  try {
    await runAudited(open.services, found.name, found.command, found.args);
    return 0;
  } finally {
    await open.close();
  }
}

/** What is wrong with a file or folder that the operator named, by system error code. */
const FILE_PROBLEMS: Record<string, string> = {
  EACCES: 'belongs to another user: give it to the one that runs the product',
  EPERM: 'belongs to another user: give it to the one that runs the product',
  EROFS: 'can only be read',
  ENOSPC: 'lies on a disk that is full',
  ENOTDIR: 'is not in a folder',
  EEXIST: 'is no folder',
};

function fileProblem(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return null;
  const problem = FILE_PROBLEMS[String(error.code)];
  return problem ? `${error.path} ${problem}.` : null;
}

/** A sentence for errors that an operator can act on; the stack of any other. */
function explain(error: unknown): string {
  const problem = fileProblem(error);
  if (problem) return problem;
  const plain = [OperatorError, ProductError, ProviderDown, BadSettings].some(
    (kind) => error instanceof kind,
  );
  const unknownOption = error instanceof TypeError && 'code' in error;
  if (error instanceof Error && (plain || unknownOption)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(explain(error));
  return 1;
});
