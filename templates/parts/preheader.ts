import type { TemplateId } from '../../shared/templates.ts';

function pagesByHand(photoCount: number): string {
  return photoCount === 1 ? 'One page, written by hand' : `${photoCount} pages, written by hand`;
}

const PREHEADERS: Record<TemplateId, (photoCount: number) => string> = {
  classic: () => 'Handwritten, and framed for you',
  modern: pagesByHand,
  vintage: () => 'A letter worth keeping',
  notebook: () => 'A page from my notebook, for you',
  postcard: () => 'Wish you were here to read it aloud',
  museum: () => 'On view now: a letter, written by hand',
  zine: () => 'One copy only, made by hand',
  storybook: () => 'Chapter One, in which a letter arrives',
  hackley: () => 'Handed in with care: a composition in longhand',
};

/** The line that a mailbox shows beside the subject, and the picker under each paper. */
export function preheader(id: TemplateId, photoCount: number): string {
  return PREHEADERS[id](photoCount);
}
