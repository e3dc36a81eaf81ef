import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// A thread of its own, so that what the attacks cost this program does not count. A call begins every so many
// milliseconds, answered or not.
const EVERY_MS = 25;
const { url }: { url: string } = workerData;
const agent = new Agent({ keepAlive: true });
let calling = false;
let times: Promise<number>[] = [];

function call(): Promise<number> {
  const begunAt = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - begunAt));
    })
      .once('error', reject)
      .end();
  });
}

async function callAgainAndAgain(): Promise<void> {
  while (calling) {
    times.push(call());
    await sleep(EVERY_MS);
  }
  parentPort?.postMessage(await Promise.all(times));
}

parentPort?.on('message', (what: 'begin' | 'end') => {
  calling = what === 'begin';
  if (!calling) return;
  times = [];
  callAgainAndAgain().catch((error: unknown) => {
    throw error;
  });
});
