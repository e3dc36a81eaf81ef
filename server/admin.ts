import { existsSync } from 'node:fs';
import pino from 'pino';
import { accountCommands } from './admin/account-commands.ts';
import type { Command } from './admin/command.ts';
import { Refusal } from './admin/command.ts';
import { couponCommands } from './admin/coupon-commands.ts';
import { ledgerCommands } from './admin/ledger-commands.ts';
import { packageCommands } from './admin/package-commands.ts';
import { paymentCommands } from './admin/payment-commands.ts';
import { BadSettings, readConfig } from './config.ts';
import { ProductError } from './errors.ts';
import { openServices } from './open-services.ts';
import { ProviderDown } from './payments/provider.ts';

const COMMANDS: Record<string, Command> = {
  ...accountCommands,
  ...ledgerCommands,
  ...paymentCommands,
  ...packageCommands,
  ...couponCommands,
};

function usage(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { args, what }]) => `  ${`${name} ${args}`.trim()}\n      ${what}`,
  );
  return `Usage: npm run admin -- <command>\n\n${lines.join('\n')}\n`;
}

/** The command that the words name, the longer name first, and its arguments. */
function find(words: string[]): { command: Command; args: string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { command, args: words.slice(length) };
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
  const open = await openServices(readConfig(process.env), pino({ level: 'warn' }));
  try {
    await found.command.run(open.services, found.args);
    return 0;
  } finally {
    await open.close();
  }
}

/** What an operator can act on is a sentence; anything else keeps its stack. */
function explain(error: unknown): string {
  const plain = [Refusal, ProductError, ProviderDown, BadSettings].some((kind) => error instanceof kind);
  const unknownOption = error instanceof TypeError && 'code' in error;
  if (error instanceof Error && (plain || unknownOption)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(explain(error));
  return 1;
});
