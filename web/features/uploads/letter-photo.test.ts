import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertAfter, moveItem } from './letter-photo.ts';

const item = (id: string) => ({ id });
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('');

it('moveItem: moves an item to another index, limited to the list', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, -4)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b', 'c'], 7, 0)).toEqual(['a', 'b', 'c']);
});

it('insertAfter: inserts behind the nearest predecessor, else in front', () => {
  expect(ids(insertAfter([item('a'), item('d')], item('c'), ['b', 'a']))).toBe('acd');
  expect(ids(insertAfter([item('d')], item('a'), []))).toBe('ad');
});

it('insertAfter: gives the chosen order whatever order the uploads finish in', () => {
  const chosen = ['a', 'b', 'c', 'd', 'e', 'f'];
  fc.assert(
    fc.property(fc.shuffledSubarray(chosen), (finished) => {
      const items = finished.reduce<{ id: string }[]>((list, id) => {
        return insertAfter(list, item(id), chosen.slice(0, chosen.indexOf(id)).toReversed());
      }, []);
      expect(items.map(({ id }) => id)).toEqual(finished.toSorted());
    }),
  );
});
