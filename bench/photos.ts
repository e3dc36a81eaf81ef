/**
 * CPU and memory of the photo pipeline compared with the image library used plainly, and with `vipsthumbnail` and
 * `heif-convert` where they are installed. `npm run bench -- photos`, or with files: `node bench/photos.ts [files…]`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PHOTO_WIDTHS } from '../shared/photos.ts';
import { children } from './photos/children.ts';
import { type Cost, costOfCommands } from './photos/cost.ts';
import { makePictures, type Picture } from './photos/pictures.ts';

const [mode, child = '', argument = ''] = process.argv.slice(2);
if (mode === '--child') {
  const work = children[child];
  if (!work) throw new Error(`There is no child ${child}.`);
  process.stdout.write(`${JSON.stringify(await work(argument))}\n`);
  process.exit(0);
}

const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-bench-'));
try {
  const given = process.argv.slice(2);
  const pictures =
    given.length > 0
      ? given.map(
          (file): Picture => ({
            name: path.basename(file),
            file,
            kind: /\.hei[cf]$/i.test(file) ? 'heic' : 'jpeg',
          }),
        )
      : await makePictures(folder);
  for (const picture of pictures) measure(picture);
  const heic = pictures.findLast(({ kind }) => kind === 'heic');
  if (heic) {
    const { p99, most } = run<{ p99: number; most: number }>('loop', heic.file);
    console.log(
      `four of the last HEIC at once: event-loop delay p99 ${p99.toFixed(1)} ms (goal 25), most ${most.toFixed(1)} ms`,
    );
  }
  const jpeg = pictures.find(({ kind }) => kind === 'jpeg');
  if (jpeg) {
    measureEdit(jpeg);
    await measureUpload(jpeg);
  }
} finally {
  await rm(folder, { recursive: true });
}

function measure({ name, file, kind }: Picture): void {
  const ours = run<Cost>('pipeline', file);
  const out = path.join(folder, 'out.jpg');
  const { display, mail, thumbnail } = PHOTO_WIDTHS;
  const peer =
    kind === 'heic'
      ? { name: 'heif-convert', goal: 1.25, cost: costOfCommands([['heif-convert', file, out]]) }
      : {
          name: 'vipsthumbnail',
          goal: 0.75,
          cost: costOfCommands(
            [`${display}x${display}>`, `${mail}x>`, `${thumbnail}x>`].map((size) => [
              'vipsthumbnail',
              '--size',
              size,
              '--eprofile',
              'srgb',
              '--output',
              `${out}[Q=82,strip]`,
              file,
            ]),
          ),
        };
  const comparisons = [
    peer.cost
      ? `${peer.name} ${shown(peer.cost)}: ${ratio(ours, peer.cost)} (goal ${peer.goal})`
      : `${peer.name} is not installed`,
  ];
  if (kind === 'jpeg') {
    const plain = run<Cost>('plain', file);
    comparisons.push(`plain sharp ${shown(plain)}: ${ratio(ours, plain)}`);
  }
  console.log(`${name.padEnd(30)} ${shown(ours)}; ${comparisons.join('; ')}`);
}

function measureEdit({ name, file }: Picture): void {
  const { first, edited, variants } = run<{ first: number; edited: Cost; variants: Cost }>('edit', file);
  const upload = run<Cost>('pipeline', file);
  const added = { ...edited, cpu: edited.cpu - variants.cpu };
  console.log(
    `${name}, straight and bright: ${shown(edited)}, ${ratio(edited, upload)} of its upload; without its own variants ${ratio(added, upload)} (goal 1.0)`,
  );
  // Here from source: the built product starts its threads in half of the time.
  console.log(
    `the first page of a new thread adds ${((first - variants.cpu) / upload.cpu).toFixed(2)} of an upload, with what starts the thread`,
  );
  const { light, corner } = run<{ light: number; corner: number }>('preview', file);
  console.log(
    `preview at 1200 pixels: ${light.toFixed(0)} ms a frame of the light, ${corner.toFixed(0)} ms of a corner (goal 50)`,
  );
}

function shown({ cpu, peak }: Cost): string {
  return `${cpu.toFixed(0)} ms${peak === null ? '' : ` ${peak.toFixed(0)} MB`}`;
}

function ratio(ours: Cost, theirs: Cost): string {
  return (ours.cpu / theirs.cpu).toFixed(2);
}

function childArguments(name: string, argument = ''): string[] {
  return [...process.execArgv, import.meta.filename, '--child', name, argument];
}

function run<Result>(name: string, argument: string): Result {
  const { stdout, status } = spawnSync(process.execPath, childArguments(name, argument), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} ended with ${status}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result;
}

async function measureUpload({ file }: Picture): Promise<void> {
  const photo = await readFile(file);
  const size = 5 * 1024 * 1024;
  const padded = new Uint8Array(Math.max(size, photo.length));
  padded.set(photo);
  const server = spawn(process.execPath, childArguments('upload'), {
    stdio: ['pipe', 'pipe', 'inherit'],
    // As `npm start` has it.
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
  });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const { address, headers } = JSON.parse(String(line)) as {
    address: string;
    headers: Record<string, string>;
  };
  const form = new FormData();
  for (let number = 1; number <= 20; number += 1) form.append('photos', new File([padded], `${number}.jpg`));
  const begun = performance.now();
  const answer = await fetch(`${address}/api/upload`, { method: 'POST', headers, body: form });
  if (answer.status !== 200) throw new Error(`The upload gave ${answer.status}.`);
  const seconds = (performance.now() - begun) / 1000;
  server.stdin.end();
  const { idle, rise } = JSON.parse(await text(server.stdout)) as { idle: number; rise: number };
  console.log(
    `20 × 5 MB in one upload: ${seconds.toFixed(1)} s, ${rise.toFixed(0)} MB above the ${idle.toFixed(0)} MB of the idle server (goal 150)`,
  );
}
