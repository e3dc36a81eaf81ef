import { msg } from '../shared/words.ts';
import type { Template } from './template.ts';

/** By the template's id on the wire, which is the name of its folder, in the order of the picker (spec section 3). */
export const registry = {
  classic: {
    label: msg('Classic Frame'),
    note: msg('a dark frame, a gilt edge, a wide mat'),
    // Translators: the wit of the page that it is written on; to be written anew in your language.
    preheader: (_, words) => words.t('Handwritten, and framed for you'),
    mail: () => import('./classic/mail.tsx'),
  },
  modern: {
    label: msg('Modern Clean'),
    note: msg('white space and nothing else'),
    // Translators: the wit of the page that it is written on; to be written anew in your language.
    preheader: (photoCount, words) =>
      words.n(photoCount, 'One page, written by hand', '{n} pages, written by hand'),
    mail: () => import('./modern/mail.tsx'),
  },
  vintage: {
    label: msg('Vintage Style'),
    note: msg('the colour of a drawer that is seldom opened'),
    // Translators: the wit of the page that it is written on; to be written anew in your language.
    preheader: (_, words) => words.t('A letter worth keeping'),
    mail: () => import('./vintage/mail.tsx'),
  },
  notebook: {
    label: msg('Cozy Notebook'),
    note: msg('ruled lines, and a strip of tape on each page'),
    // Translators: the wit of the page that it is written on; to be written anew in your language.
    preheader: (_, words) => words.t('A page from my notebook, for you'),
    mail: () => import('./notebook/mail.tsx'),
  },
  postcard: {
    label: msg('Vintage Postcard'),
    note: msg('a divided back and a view'),
    // Translators: the wit of the page that it is written on; to be written anew in your language.
    preheader: (_, words) => words.t('Wish you were here to read it aloud'),
    mail: () => import('./postcard/mail.tsx'),
  },
  museum: {
    label: msg('Museum Exhibition'),
    note: msg('each page hung with its label'),
    // Translators: the wit of the page that it is written on; to be written anew in your language.
    preheader: (_, words) => words.t('On view now: a letter, written by hand'),
    mail: () => import('./museum/mail.tsx'),
  },
  zine: {
    label: msg('Zine Layout'),
    note: msg('cut, pasted and photocopied'),
    // Translators: the wit of the page that it is written on; to be written anew in your language.
    preheader: (_, words) => words.t('One copy only, made by hand'),
    mail: () => import('./zine/mail.tsx'),
  },
  storybook: {
    label: msg('Storybook'),
    note: msg('a chapter of its own, with plates'),
    // Translators: the wit of the page that it is written on; to be written anew in your language.
    preheader: (_, words) => words.t('Chapter One, in which a letter arrives'),
    mail: () => import('./storybook/mail.tsx'),
  },
  hackley: {
    label: msg('Hackley'),
    note: msg('a composition book in school blue'),
    // Translators: the wit of the page that it is written on; to be written anew in your language.
    preheader: (_, words) => words.t('Handed in with care: a composition in longhand'),
    mail: () => import('./hackley/mail.tsx'),
  },
} satisfies Record<string, Template>;
