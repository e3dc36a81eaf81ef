import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { type Catalogue, shortKey } from '../../../packages/words/catalogue.ts';
import { chooseLanguage, type Language, PSEUDO_LANGUAGE } from '../../../shared/languages.ts';
import { type Words, words } from '../../../shared/words.ts';
import type { Config } from '../../core/config.ts';
import { languageWanted, wordsFor } from '../../core/words.ts';

export type PageLanguage = Language | typeof PSEUDO_LANGUAGE;

/** The pseudo-language is for whoever tests screens. */
export const pageLanguages = (config: Config): PageLanguage[] => [
  ...config.LANGUAGES,
  ...(config.TEST_ROUTES ? ([PSEUDO_LANGUAGE] as const) : []),
];

/** The address comes first, then what was chosen in this browser, then what it asks for. The page knows the account's. */
export function languageOfPage(request: FastifyRequest, offered: readonly PageLanguage[]): PageLanguage {
  const asked = new URLSearchParams(request.url.split('?')[1]).get('lang');
  return chooseLanguage([asked], offered) ?? languageWanted(request, offered) ?? 'en';
}

/** Of the browser's texts, by short keys; empty for English. @param root folder of the built app */
export function catalogueOfPage(root: string, language: PageLanguage): Catalogue {
  if (language === 'en') return {};
  const folder = path.join(root, 'assets');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const parts = files.filter((name) => name.startsWith(`words-${language}-`) && name.endsWith('.json'));
  return Object.assign({}, ...parts.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))));
}

export const wordsOfPage = (root: string, language: PageLanguage): Words =>
  language === PSEUDO_LANGUAGE
    ? words(language, catalogueOfPage(root, language), { nameOf: shortKey })
    : wordsFor(language);
