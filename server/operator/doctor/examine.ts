import { dnsChecks } from './dns-checks.ts';
import type { DoctorContext, Finding } from './examination.ts';
import { installationChecks } from './installation-checks.ts';
import { mailChecks } from './mail-checks.ts';
import { serviceChecks } from './service-checks.ts';

/**
 * Looks at everything the product stands on, in the order of docs/install.md. DNS is asked only where mail leaves
 * the machine.
 */
export async function examine(patient: DoctorContext): Promise<Finding[]> {
  const checks = [
    ...installationChecks,
    ...mailChecks,
    ...(patient.config.SMTP_URL ? dnsChecks : []),
    ...serviceChecks,
  ];
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await check(patient)));
  return findings;
}
