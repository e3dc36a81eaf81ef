import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Figures of two versions cannot be compared. */
const VERSION = '13.5.0';
const CACHE = path.resolve(import.meta.dirname, '..', '..', 'node_modules', '.cache');

/** What of Lighthouse's answer is used. Source: docs/understanding-results.md of GoogleChrome/lighthouse. */
export interface LighthouseResult {
  runtimeError?: { code: string; message: string };
  categories: Record<
    string,
    {
      /** 0 to 1 */
      score: number | null;
      auditRefs: { id: string; weight: number }[];
    }
  >;
  audits: Record<
    string,
    {
      score: number | null;
      title: string;
      numericValue?: number;
      displayValue?: string;
      scoringOptions?: ScoreCurve;
    }
  >;
}

/** Log-normal: the figure that scores 0.5, and the one that scores 0.9. */
interface ScoreCurve {
  median: number;
  p10: number;
}

/** Of the load that Lighthouse reckons from. Source: Trace Event Format, 'Complete Events'. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** microseconds */
  ts: number;
  /** microseconds of the thread's processor time */
  tdur?: number;
  args?: { data?: { documentLoaderURL?: string } };
}

type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'error'; disableFullPageScreenshot: boolean },
) => Promise<{ lhr: LighthouseResult; artifacts: { Trace: { traceEvents: TraceEvent[] } } } | undefined>;

/**
 * One version, which npm fetches on first use into the cache of this checkout: it brings a hundred packages
 * and serves this measure alone.
 * @throws when npm cannot fetch it
 */
export async function fetchedLighthouse() {
  const folder = path.join(CACHE, `lighthouse-${VERSION}`);
  if (!existsSync(folder)) await fetchInto(folder);
  const load = (...file: string[]) =>
    import(pathToFileURL(path.join(folder, 'node_modules', 'lighthouse', ...file)).href);
  const { default: lighthouse }: { default: Lighthouse } = await load('core', 'index.js');
  const { getLogNormalScore }: { getLogNormalScore: (curve: ScoreCurve, figure: number) => number } =
    await load('shared', 'statistics.js');
  return { lighthouse, getLogNormalScore };
}

/** Under another name until it is whole, so that a fetch that broke off is not taken for one. */
async function fetchInto(folder: string): Promise<void> {
  console.log(`Fetching Lighthouse ${VERSION}, once…`);
  const making = `${folder}-${process.pid}`;
  await mkdir(making, { recursive: true });
  try {
    await writeFile(path.join(making, 'package.json'), '{ "private": true }\n');
    const { status, stderr } = spawnSync(
      'npm',
      [
        'install',
        '--prefix',
        making,
        '--no-save',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        `lighthouse@${VERSION}`,
      ],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`npm could not fetch Lighthouse ${VERSION}:\n${stderr}`);
    await rename(making, folder);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}
