import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a piece of work took: milliseconds of CPU, and the largest resident set in megabytes where it is known. */
export interface Cost {
  cpu: number;
  peak: number | null;
}

const ROUNDS = 10;

/** The least of some rounds: what others do on the machine only adds. The first, which warms up, is not counted. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  await work();
  let cpu = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    cpu = Math.min(cpu, (user + system) / 1000);
  }
  return { cpu, peak: peakOfThisProcess() };
}

/** Not `maxRSS`: that is inherited from the process that started this one. */
function peakOfThisProcess(): number | null {
  if (process.platform !== 'linux') return null;
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The same of commands, run after one another as one piece of work; null when one of them is not installed. */
export function costOfCommands(commands: string[][]): Cost | null {
  let least = Number.POSITIVE_INFINITY;
  let peak = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let cpu = 0;
    for (const [command = '', ...rest] of commands) {
      const { stderr, status } = spawnSync('/usr/bin/time', ['-f', 'cost %U %S %M', command, ...rest], {
        encoding: 'utf8',
      });
      const [, user, system, kilobytes] = /cost ([\d.]+) ([\d.]+) (\d+)/.exec(stderr ?? '') ?? [];
      if (status !== 0 || user === undefined) return null;
      cpu += 1000 * (Number(user) + Number(system));
      peak = Math.max(peak, Number(kilobytes) / 1024);
    }
    least = Math.min(least, cpu);
  }
  return { cpu: least, peak };
}
