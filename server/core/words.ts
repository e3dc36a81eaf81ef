import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Catalogue } from '../../packages/words/catalogue.ts';
import { catalogueOf, readPo } from '../../packages/words/po.ts';
import {
  chooseLanguage,
  LANGUAGE_COOKIE,
  type Language,
  readAcceptLanguage,
} from '../../shared/languages.ts';
import { type Said, type Words, words } from '../../shared/words.ts';
import type { Config } from './config.ts';
import { projectFolder } from './project-folder.ts';

const made = new Map<Language, Words>();

/** PO files are read when they are first wanted in this thread. */
export function wordsFor(language: Language): Words {
  const found = made.get(language) ?? words(language, readCatalogue(language));
  made.set(language, found);
  return found;
}

/** For screens and mails alike; empty for English. */
export function readCatalogue(language: Language): Catalogue {
  const folder = path.join(projectFolder, 'locales', language);
  if (language === 'en' || !existsSync(folder)) return {};
  const files = readdirSync(folder).filter((name) => name.endsWith('.po'));
  return Object.assign(
    {},
    ...files.map((name) =>
      catalogueOf(readPo(readFileSync(path.join(folder, name), 'utf8')).entries, language),
    ),
  );
}

/**
 * A request that could not be read has no cookies yet.
 * @param otherwise what comes after the choice in this browser, and before what it asks for
 * @returns null when none of these is offered
 */
export const languageWanted = <Offered extends string>(
  { cookies, headers }: Pick<FastifyRequest, 'headers'> & Partial<Pick<FastifyRequest, 'cookies'>>,
  offered: readonly Offered[],
  otherwise?: string | null,
): Offered | null =>
  chooseLanguage(
    [cookies?.[LANGUAGE_COOKIE], otherwise, ...readAcceptLanguage(headers['accept-language'] ?? '')],
    offered,
  );

/** @param wanted BCP 47; the first that is offered here (LANGUAGES), else English */
export const languageIn = (
  { LANGUAGES }: Pick<Config, 'LANGUAGES'>,
  ...wanted: (string | null | undefined)[]
): Language => chooseLanguage(wanted, LANGUAGES) ?? 'en';

export const wordsIn = (...asked: Parameters<typeof languageIn>): Words => wordsFor(languageIn(...asked));

/** For logs and for columns that the release before reads. */
export const inEnglish = (sentence: Said): string => wordsFor('en').say(sentence);

/** What a row keeps: the release before changes the English alone. */
export const saidOrEnglish = (kept: Said | null, english: string | null): Said | null =>
  kept && inEnglish(kept) === english ? kept : english === null ? null : { text: english };
