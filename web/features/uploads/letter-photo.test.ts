import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PageEdit } from '../../../shared/page-edit.ts';
import { editedFrom, insertAfter, type LetterPhoto, moveItem, withImage } from './letter-photo.ts';

const item = (id: string) => ({ id });
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('');

it('moveItem: moves an item to another index, limited to the list', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, -4)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b', 'c'], 7, 0)).toEqual(['a', 'b', 'c']);
});

it('withImage, editedFrom: an edit is kept with the original, and edited from there; one that is not known is not', () => {
  const image = (name: string) => ({ filename: name, url: `/uploads/${name}`, width: 30, height: 40 });
  const photo: LetterPhoto = { ...image('1.jpg'), id: 'a', originalName: 'page.heic', alt: 'A page' };
  const edit: PageEdit = { corners: null, light: 1, turn: 1, crop: null };
  const edited = withImage(photo, image('2.jpg'), edit);
  expect(edited).toEqual({ ...photo, ...image('2.jpg'), original: image('1.jpg'), edit });
  expect(editedFrom(edited)).toEqual({ image: image('1.jpg'), edit, isFirst: true });
  expect(withImage(edited, image('1.jpg'))).toEqual(photo);
  const unknown = withImage(edited, image('3.jpg'));
  expect(editedFrom(unknown)).toEqual({ image: image('3.jpg'), edit: null, isFirst: false });
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
