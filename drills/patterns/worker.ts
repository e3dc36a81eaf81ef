import { parentPort, workerData } from 'node:worker_threads';
import { type AdversarialText, adversarialTexts, written } from './adversarial-texts.ts';
import type { RunOrder, RunReport } from './run-patterns.ts';

/** Characters of the texts among which the slowest are looked for. */
const TRIAL_CHARACTERS = 1_500;
/** So many of the slowest are run in full. */
const IN_FULL = 3;

const { patterns, from } = workerData as RunOrder;
const say = (report: RunReport) => parentPort?.postMessage(report);

for (let at = from; at < patterns.length; at += 1) {
  const pattern = patterns[at];
  if (!pattern) continue;
  const regex = new RegExp(pattern.source, pattern.flags);
  const run = (adversarial: AdversarialText, characters: number) => {
    const text = written(adversarial, characters);
    const begun = performance.now();
    if (pattern.global) text.split(regex);
    else regex.test(text);
    return performance.now() - begun;
  };
  say({ at, text: null });
  const tried = adversarialTexts(pattern).map((text) => ({
    text,
    time: run(text, Math.min(TRIAL_CHARACTERS, pattern.characters)),
  }));
  tried.sort((one, other) => other.time - one.time);
  for (const { text } of tried.slice(0, IN_FULL)) {
    say({ at, text });
    const milliseconds = run(text, pattern.characters);
    say({ at, text, milliseconds });
  }
}
say({ at: patterns.length, text: null });
