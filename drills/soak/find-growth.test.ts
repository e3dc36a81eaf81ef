import { describe, expect, it } from 'vitest';
import { findGrowth } from './find-growth.ts';
import type { Sample } from './sample.ts';

const SAMPLES = 40;
const OPERATIONS = 4_000;

/** Samples of a soak; `change` gets the share of it that has passed, 0 to 1, and returns the figures that differ. */
function soak(change: (at: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: SAMPLES }, (_, index) => ({
    memory: { 'web, resident': 400 + (index % 5) * 20, 'web, heap': 70 },
    openFiles: 60,
    handles: 30,
    connections: 8,
    backlog: { jobs: index % 3 },
    rows: { letters: index * 5, sessions: index * 2, drafts: 0 },
    ...change(index / SAMPLES),
  }));
}

describe('findGrowth', () => {
  it('returns nothing when memory goes up and down and only letters become more', () => {
    expect(
      findGrowth(
        soak(() => ({})),
        OPERATIONS,
      ),
    ).toEqual([]);
  });

  it.each<[string, (at: number) => Partial<Sample>, RegExp]>([
    ['memory of a role', (at) => ({ memory: { 'worker, heap': 70 + at * 80 } }), /worker, heap/],
    ['open files', (at) => ({ openFiles: 60 + at * 100 }), /open files/],
    ['handles', (at) => ({ handles: 30 + at * 100 }), /handles/],
    ['connections', (at) => ({ connections: 8 + at * 60 }), /connections/],
    ['a queue', (at) => ({ backlog: { jobs: at * 200 } }), /jobs/],
    ['a table without an allowance', (at) => ({ rows: { drafts: at * 1_000 } }), /drafts grew by/],
    ['sessions that exceed the sign-ins', (at) => ({ rows: { sessions: at * 2_000 } }), /sessions grew by/],
  ])('reports growth of %s', (_name, change, expected) => {
    expect(findGrowth(soak(change), OPERATIONS)).toEqual([expect.stringMatching(expected)]);
  });
});
