import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertAfter, moveItem } from './page-order.ts';

const page = (id: string) => ({ id });
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('');

it('moves an item to another place, held within the list', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, -4)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b', 'c'], 7, 0)).toEqual(['a', 'b', 'c']);
});

it('puts an item behind its nearest predecessor, or in front', () => {
  expect(ids(insertAfter([page('a'), page('d')], page('c'), ['b', 'a']))).toBe('acd');
  expect(ids(insertAfter([page('d')], page('a'), []))).toBe('ad');
});

it('restores the chosen order whatever order the uploads finish in', () => {
  const chosen = ['a', 'b', 'c', 'd', 'e', 'f'];
  fc.assert(
    fc.property(fc.shuffledSubarray(chosen), (finished) => {
      const pages = finished.reduce<{ id: string }[]>((list, id) => {
        return insertAfter(list, page(id), chosen.slice(0, chosen.indexOf(id)).toReversed());
      }, []);
      expect(pages.map(({ id }) => id)).toEqual(finished.toSorted());
    }),
  );
});
