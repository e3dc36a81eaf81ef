import { setTimeout as sleep } from 'node:timers/promises';
import type { SmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import type { HttpUser } from '../../test/support/http-user.ts';
import { type Acknowledged, keepWriting } from '../chaos/writer.ts';
import { longestSilence } from '../silence/waits.ts';

/** Between the letters of one person, and between the looks at their list; milliseconds. */
const PAUSES = { letter: 500, look: 250 };
/** For a letter that is on its way. */
const ARRIVED_WITHIN_MS = 180_000;

type Kind = 'reads' | 'writes';

/** What people saw for a time; milliseconds. */
export interface Seen {
  /** calls that were not answered by 200, by what came instead */
  failures: Map<string, number>;
  slowestCall: number;
  letters: number;
  /** from the first call that writes a letter to the mail server's answer */
  slowestLetter: number;
  /** of these, that did not arrive, and that arrived once more */
  lost: number;
  twice: number;
  /** of an open page, whose person sends a letter every half second */
  silence: number;
  /** the longest time of one person without an answered read, and without an answered write, their pauses included */
  dark: Record<Kind, number>;
}

export interface Load {
  /** @returns what people see while it is done, once the letters that they wrote meanwhile have arrived */
  during(act: () => Promise<void>): Promise<Seen>;
  stop(): Promise<void>;
}

export function startLoad(url: string, people: HttpUser[], sink: SmtpSink, done: Acknowledged): Load {
  const over = new AbortController();
  const begun = new Map<string, number>();
  const arrived = new Map<string, number>();
  let seen = nothingSeen();
  const watched = people.map((person) => watch(person, begun, () => seen));
  const running = Promise.all([
    ...watched.map((person) => keepWriting(person, done, over.signal)),
    ...watched.map(async (person) => {
      // A failure is counted by `watch`.
      for (; !over.signal.aborted; await sleep(PAUSES.look))
        await person.call('GET', '/api/letters').catch(() => undefined);
    }),
    (async () => {
      for (let next = 0; !over.signal.aborted; await sleep(20))
        for (; next < sink.messages.length; next++) {
          const to = sink.messages[next]?.envelopeRecipients[0] ?? '';
          if (!arrived.has(to)) arrived.set(to, performance.now());
          else if (begun.has(to)) seen.twice++;
        }
    })(),
  ]);
  return {
    async during(act) {
      seen = nothingSeen();
      // A letter that is on its way at the beginning counts.
      const before = new Set(arrived.keys());
      const end = new AbortController();
      const [page] = people;
      const silence = longestSilence(url, page?.headers ?? {}, end.signal);
      await act();
      const written = [...begun].filter(([to]) => !before.has(to));
      const patience = performance.now() + ARRIVED_WITHIN_MS;
      while (written.some(([to]) => !arrived.has(to)) && performance.now() < patience) await sleep(100);
      const result = seen;
      end.abort();
      result.silence = await silence;
      result.letters = written.length;
      result.lost = written.filter(([to]) => !arrived.has(to)).length;
      result.slowestLetter = Math.max(
        ...written.map(([to, at]) => (arrived.get(to) ?? Number.POSITIVE_INFINITY) - at),
      );
      return result;
    },
    async stop() {
      over.abort();
      await running;
    },
  };
}

const nothingSeen = (): Seen => ({
  failures: new Map(),
  slowestCall: 0,
  letters: 0,
  slowestLetter: 0,
  lost: 0,
  twice: 0,
  silence: 0,
  dark: { reads: 0, writes: 0 },
});

/** The same person, with each call counted and timed, one photo for all letters, and a pause before each. */
function watch(person: HttpUser, begun: Map<string, number>, seen: () => Seen): HttpUser {
  let photo: string | null = null;
  const answered: Record<Kind, number> = { reads: performance.now(), writes: performance.now() };
  return {
    ...person,
    async call(...words) {
      const [method, path, body] = words;
      const from = performance.now();
      const isLetter = method === 'POST' && path === '/api/letters' && body instanceof Object;
      const to = isLetter && 'recipientEmail' in body ? String(body.recipientEmail) : null;
      if (to !== null && !begun.has(to)) begun.set(to, from);
      let outcome = 'no answer';
      try {
        const answer = await person.call<never>(...words);
        outcome = String(answer.status);
        return answer;
      } catch (error) {
        // A page of HAProxy's own, which has no process to ask.
        if (error instanceof SyntaxError) outcome = 'HAProxy';
        throw error;
      } finally {
        const now = seen();
        const kind = method === 'GET' ? 'reads' : 'writes';
        now.dark[kind] = Math.max(now.dark[kind], performance.now() - answered[kind]);
        if (outcome === '200') answered[kind] = performance.now();
        else now.failures.set(outcome, (now.failures.get(outcome) ?? 0) + 1);
        now.slowestCall = Math.max(now.slowestCall, performance.now() - from);
      }
    },
    async upload(name) {
      photo ??= await person.upload(name);
      await sleep(PAUSES.letter);
      return photo;
    },
  };
}
