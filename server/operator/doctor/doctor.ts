import { Resolver } from 'node:dns/promises';
import { OperatorError, type StandaloneCommand } from '../command.ts';
import type { CheckResult, DoctorContext } from './check.ts';
import { dnsChecks } from './dns-checks.ts';
import { installationChecks } from './installation-checks.ts';
import { mailChecks } from './mail-checks.ts';
import { serviceChecks } from './service-checks.ts';

/** In the order of docs/install.md. DNS is asked only where mail leaves the machine. */
export async function runChecks(context: DoctorContext): Promise<CheckResult[]> {
  const checks = [
    ...installationChecks,
    ...mailChecks,
    ...(context.config.SMTP_URL ? dnsChecks : []),
    ...serviceChecks,
  ];
  const results: CheckResult[] = [];
  for (const check of checks) results.push(...[await check(context)].flat());
  return results;
}

const MARKS: Record<CheckResult['level'], string> = { ok: 'ok  ', note: 'note', fix: 'FIX ' };

export const doctorCommands: Record<string, StandaloneCommand> = {
  doctor: {
    what: 'look at settings, database, storage, mail, DNS, payments and sign-in, and say what to fix',
    runStandalone: async ({ config, log }) => {
      const dns = new Resolver({ timeout: 5_000, tries: 2 });
      const results = await runChecks({ config, log, dns, mailPort: 25, outside: {} });
      for (const { level, about, text } of results)
        console.log(`${MARKS[level]}  ${about.padEnd(9)} ${text}`);
      const wrong = results.filter(({ level }) => level === 'fix').length;
      if (wrong > 0) throw new OperatorError(`\n${wrong} to fix.`);
      console.log('\nNothing to fix.');
    },
  },
};
