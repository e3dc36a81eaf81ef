import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Drill } from './drills.ts';
import type { Seen } from './load.ts';
import { PATH } from './programs.ts';

const HEAD = `| \`npm run drills -- cluster\` and a word | calls that failed | dark: reads | writes | slowest call | slowest letter | page silent | lost | twice | charged wrongly | told after | load |
|---|---|---|---|---|---|---|---|---|---|---|---|`;

/**
 * A row of the table in docs/scale.md; what is there twice has one Message-ID.
 * @param told what the operator was told first, after so many milliseconds
 * @param charged letters that were not charged exactly once @param also what else was measured
 */
export function rowOf(
  { word, name }: Pick<Drill, 'word' | 'name'>,
  seen: Seen,
  told: { at: number; text: string } | undefined,
  charged: number,
  also = '',
): string {
  const failed = [...seen.failures].map(([status, times]) =>
    status === 'HAProxy' ? `${times} by HAProxy` : `${times} × ${status}`,
  );
  const what = word === name ? '' : `: ${name}`;
  const cells = [
    `\`${word}\`${what}${also && `; ${also}`}`,
    failed.join(', ') || 0,
    ...[seen.dark.reads, seen.dark.writes, seen.slowestCall, seen.slowestLetter, seen.silence].map(
      (milliseconds) => `${(milliseconds / 1_000).toFixed(1)} s`,
    ),
    ...[seen.lost, seen.twice, charged],
    told ? `${Math.round(told.at / 1_000)} s: ${told.text}` : '–',
    loadAverage().toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The table as docs/scale.md has it, below a line that says where and on what it was measured. */
export function tableOf(rows: string[], postgres: string, loads: number[]): string {
  const load = `load average ${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}`;
  const versions = [
    `PostgreSQL ${versionOf(path.join(postgres, 'postgres'), ['--version'])}`,
    `Patroni ${versionOf('patroni', ['--version'])}`,
    `PgBouncer ${versionOf('pgbouncer', ['--version'])}`,
    `HAProxy ${versionOf('haproxy', ['-v'])}`,
  ];
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  return `Run of ${commit} with ${versions.join(', ')} on ${availableParallelism()} cores (${load}).\n\n${HEAD}\n${rows.join('\n')}`;
}

const versionOf = (program: string, args: string[]): string =>
  /\d+(?:\.\d+)+/.exec(spawnSync(program, args, { encoding: 'utf8', env: { PATH } }).stdout)?.[0] ??
  'of unknown version';

/** What the machine was busy with within the last minute. */
export const loadAverage = (): number => Number.parseFloat(readFileSync('/proc/loadavg', 'utf8'));
