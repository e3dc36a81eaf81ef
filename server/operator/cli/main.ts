import { existsSync } from 'node:fs';
import { BadSettings, readConfig } from '../../config.ts';
import { ProductError } from '../../errors.ts';
import { openServices } from '../../open-services.ts';
import { ProviderDown } from '../../payments/provider.ts';
import { openLog } from '../../platform/log.ts';
import { doctorCommands } from '../doctor/doctor.ts';
import { OperatorError } from '../operator-error.ts';
import { accountCommands } from './account-commands.ts';
import { auditCommands, runAudited } from './audit.ts';
import { backupCommands } from './backup-commands.ts';
import type { Command, StandaloneCommand } from './command.ts';
import { couponCommands } from './coupon-commands.ts';
import { ledgerCommands } from './ledger-commands.ts';
import { letterCommands } from './letter-commands.ts';
import { packageCommands } from './package-commands.ts';
import { paymentCommands } from './payment-commands.ts';
import { queueCommands } from './queue-commands.ts';
import { suppressionCommands } from './suppression-commands.ts';

const COMMANDS: Record<string, Command | StandaloneCommand> = {
  ...doctorCommands,
  ...backupCommands,
  ...accountCommands,
  ...letterCommands,
  ...queueCommands,
  ...suppressionCommands,
  ...ledgerCommands,
  ...paymentCommands,
  ...packageCommands,
  ...couponCommands,
  ...auditCommands,
};

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

/** The command that the words name, the longer name first, and its arguments. */
function find(words: string[]): Found | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { name, command, args: words.slice(length) };
  }
  return null;
}

/** @returns 0 done, 1 refused, 2 not understood */
async function main(words: string[]): Promise<number> {
  const found = find(words);
  if (!found) {
    console.error(usage());
    return 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const context = { config: readConfig(process.env), log: openLog('warn') };
  if ('alone' in found.command) {
    await found.command.alone(context, found.args);
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

/** What a folder or file that an operator named may refuse, by the system's code. */
const FILE_TROUBLE: Record<string, string> = {
  EACCES: 'belongs to another user: give it to the one that runs the product',
  EPERM: 'belongs to another user: give it to the one that runs the product',
  EROFS: 'can only be read',
  ENOSPC: 'lies on a disk that is full',
  ENOTDIR: 'is not in a folder',
  EEXIST: 'is no folder',
};

function fileTrouble(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return null;
  const trouble = FILE_TROUBLE[String(error.code)];
  return trouble ? `${error.path} ${trouble}.` : null;
}

/** What an operator can act on is a sentence; anything else keeps its stack. */
function explain(error: unknown): string {
  const trouble = fileTrouble(error);
  if (trouble) return trouble;
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
