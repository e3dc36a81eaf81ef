import { describe, expect, it } from 'vitest';
import type { Person } from './person.ts';
import { SessionCache } from './session-cache.ts';

const person: Person = { sessionId: 's', uid: 'u', email: 'a@b.c', emailVerified: false, displayName: null };

/** A row that can be read slowly, and counts how often it was. */
function row(found: Person | null) {
  const state = { reads: 0, found, answer: [] as (() => void)[] };
  const load = () => {
    state.reads += 1;
    const { found } = state;
    return new Promise<Person | null>((resolve) => state.answer.push(() => resolve(found)));
  };
  return { state, load };
}

describe('SessionCache', () => {
  it('loads a session once for concurrent requests, and again after ten seconds', async () => {
    const memo = new SessionCache();
    const { state, load } = row(person);
    const page = [1, 2, 3].map(() => memo.find('s', 'u', load, 0));
    state.answer.shift()?.();
    expect(await Promise.all(page)).toEqual([person, person, person]);
    expect(await memo.find('s', 'u', load, 9_999)).toEqual(person);
    expect(state.reads).toBe(1);
    const later = memo.find('s', 'u', load, 10_000);
    state.answer.shift()?.();
    await later;
    expect(state.reads).toBe(2);
  });

  it('caches revoked sessions too', async () => {
    const memo = new SessionCache();
    const { state, load } = row(null);
    const first = memo.find('s', 'u', load, 0);
    state.answer.shift()?.();
    expect(await first).toBeNull();
    expect(await memo.find('s', 'u', load, 1)).toBeNull();
    expect(state.reads).toBe(1);
  });

  it('does not cache what was read while an account was revoked', async () => {
    const memo = new SessionCache();
    const { state, load } = row(person);
    const before = memo.find('s', 'u', load, 0);
    state.found = null;
    memo.forgetUid('u');
    const after = memo.find('s', 'u', load, 0);
    for (const answer of state.answer) answer();
    await before;
    expect(await after).toBeNull();
    expect(await memo.find('s', 'u', load, 1)).toBeNull();
    expect(state.reads).toBe(2);
  });

  it('does not cache an error', async () => {
    const memo = new SessionCache();
    await expect(memo.find('s', 'u', () => Promise.reject(new Error('down')), 0)).rejects.toThrow('down');
    expect(await memo.find('s', 'u', async () => person, 0)).toEqual(person);
  });

  it('keeps at most ten thousand entries', async () => {
    const memo = new SessionCache();
    for (let i = 0; i <= 10_000; i += 1) await memo.find(String(i), 'u', async () => person, 0);
    let asked = 0;
    const count = async () => {
      asked += 1;
      return person;
    };
    await memo.find('10000', 'u', count, 1);
    expect(asked).toBe(0);
    await memo.find('0', 'u', count, 1);
    expect(asked).toBe(1);
  });
});
