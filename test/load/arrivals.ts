import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATIONS, type Scenario } from './scenario.ts';

export interface Outcome {
  /** milliseconds from the moment an operation was due until it was answered, by operation */
  times: Map<string, number[]>;
  /** how many were answered within the time */
  done: number;
  failed: number;
  /** the first failure, in words */
  failure: string | null;
  /** under way at the end */
  left: number;
}

interface Options {
  /** operations a second */
  rate: number;
  seconds: number;
  /** beyond so many under way arrivals are turned away, and count as failed */
  mostUnderWay: number;
}

/**
 * An open loop: operations arrive at exponential gaps, however slow the answers are. Times count from when
 * one was due.
 */
export async function arrive(scenario: Scenario, { rate, seconds, mostUnderWay }: Options): Promise<Outcome> {
  const outcome: Outcome = {
    times: new Map(OPERATIONS.map((name) => [name, []])),
    done: 0,
    failed: 0,
    failure: null,
    left: 0,
  };
  const fail = (why: string) => {
    outcome.failed++;
    outcome.failure ??= why;
  };
  const underWay = new Set<Promise<void>>();
  const end = performance.now() + seconds * 1000;
  for (let due = performance.now(); due < end; due += exponential(1000 / rate)) {
    const pause = due - performance.now();
    if (pause > 1) await sleep(pause);
    if (underWay.size >= mostUnderWay) {
      fail('too many under way');
      continue;
    }
    const name = scenario.choose();
    const arrived = due;
    const acting: Promise<void> = scenario
      .act(name)
      .then(
        () => {
          outcome.times.get(name)?.push(performance.now() - arrived);
          if (performance.now() <= end) outcome.done++;
        },
        (error: unknown) => fail(`${name}: ${error instanceof Error ? error.message : String(error)}`),
      )
      .finally(() => underWay.delete(acting));
    underWay.add(acting);
  }
  outcome.left = underWay.size;
  await Promise.all(underWay);
  return outcome;
}

/** Milliseconds between two arrivals that know nothing of one another. */
function exponential(mean: number): number {
  return -Math.log(1 - Math.random()) * mean;
}
