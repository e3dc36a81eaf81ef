import { Resolver } from 'node:dns/promises';
import type { Finding } from '../doctor/examination.ts';
import { examine } from '../doctor/examine.ts';
import { OperatorError } from '../operator-error.ts';
import type { StandaloneCommand } from './command.ts';

const MARKS: Record<Finding['level'], string> = { ok: 'ok  ', note: 'note', fix: 'FIX ' };

export const doctorCommands: Record<string, StandaloneCommand> = {
  doctor: {
    args: '',
    what: 'look at settings, database, storage, mail, DNS, payments and sign-in, and say what to fix',
    alone: async ({ config, log }) => {
      const dns = new Resolver({ timeout: 5_000, tries: 2 });
      const findings = await examine({ config, log, dns, mailPort: 25, outside: {} });
      for (const { level, about, text } of findings)
        console.log(`${MARKS[level]}  ${about.padEnd(9)} ${text}`);
      const wrong = findings.filter(({ level }) => level === 'fix').length;
      if (wrong > 0) throw new OperatorError(`\n${wrong} to fix.`);
      console.log('\nNothing to fix.');
    },
  },
};
