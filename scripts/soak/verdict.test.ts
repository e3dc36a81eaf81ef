import { describe, expect, it } from 'vitest';
import type { Sample } from './sample.ts';
import { growing } from './verdict.ts';

const SAMPLES = 40;
const OPERATIONS = 4_000;

/** A soak in which each figure goes its own way, from 0 at the start to 1 at the end. */
function soak(change: (at: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: SAMPLES }, (_, index) => ({
    resident: 400 + (index % 5) * 20,
    heap: 70,
    openFiles: 60,
    handles: 30,
    connections: 8,
    backlog: { jobs: index % 3 },
    rows: { letters: index * 5, sessions: index * 2, drafts: 0 },
    ...change(index / SAMPLES),
  }));
}

describe('a soak', () => {
  it('is flat when memory goes up and down and only letters pile up', () => {
    expect(
      growing(
        soak(() => ({})),
        OPERATIONS,
      ),
    ).toEqual([]);
  });

  it.each<[string, (at: number) => Partial<Sample>, RegExp]>([
    ['memory', (at) => ({ resident: 400 + at * 400 }), /resident memory/],
    ['the heap', (at) => ({ heap: 70 + at * 80 }), /the heap/],
    ['open files', (at) => ({ openFiles: 60 + at * 100 }), /open files/],
    ['handles', (at) => ({ handles: 30 + at * 100 }), /handles/],
    ['connections', (at) => ({ connections: 8 + at * 60 }), /connections/],
    ['work under way', (at) => ({ backlog: { jobs: at * 200 } }), /jobs/],
    ['a table that nobody wrote to', (at) => ({ rows: { drafts: at * 1_000 } }), /drafts grew by/],
    ['sessions beyond the sign-ins', (at) => ({ rows: { sessions: at * 2_000 } }), /sessions grew by/],
  ])('tells of %s that keeps growing', (_name, change, expected) => {
    expect(growing(soak(change), OPERATIONS)).toEqual([expect.stringMatching(expected)]);
  });
});
