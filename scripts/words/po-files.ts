import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  keyOf,
  type PoEntry,
  type PoFile,
  pluralCategories,
  readPo,
  writePo,
} from '../../packages/words/po.ts';
import { PARTS, type Part, type WordedSources } from './parts.ts';
import { projectRoot } from './read-sources.ts';

/**
 * Which form a number takes, for programs that read `Plural-Forms` (GNU gettext manual, 'Plural forms'), in the order of
 * `pluralCategories`. The last form of Polish is for fractions, which this cannot say.
 */
const PLURAL_FORMS: Record<string, string> = {
  de: 'nplurals=2; plural=(n != 1);',
  fr: 'nplurals=2; plural=(n > 1);',
  es: 'nplurals=2; plural=(n != 1);',
  it: 'nplurals=2; plural=(n != 1);',
  'pt-BR': 'nplurals=2; plural=(n > 1);',
  nl: 'nplurals=2; plural=(n != 1);',
  pl: 'nplurals=4; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);',
  ja: 'nplurals=1; plural=0;',
  ar: 'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
};

export type PoFiles = Map<Part, PoFile>;

const fileOf = (language: string, part: Part) => path.join(projectRoot, 'locales', language, `${part}.po`);

/** @throws {Error} when a file is not of the format */
export function readPoFiles(language: string): PoFiles {
  const files: PoFiles = new Map();
  for (const part of PARTS) {
    const file = fileOf(language, part);
    if (existsSync(file)) files.set(part, readPo(readFileSync(file, 'utf8')));
  }
  return files;
}

/** Writes what differs; a part without texts has no file. */
export function writePoFiles(language: string, files: PoFiles): void {
  mkdirSync(path.join(projectRoot, 'locales', language), { recursive: true });
  for (const part of PARTS) {
    const file = fileOf(language, part);
    const content = files.get(part);
    if (!content?.entries.length) rmSync(file, { force: true });
    else writeFileSync(file, writePo(content));
  }
}

/** The files as the source wants them: with the texts it has, each in its part, with the translations there were. */
export function merged(language: string, before: PoFiles, { texts }: WordedSources): PoFiles {
  const known = new Map<string, PoEntry>();
  for (const { entries } of before.values())
    for (const entry of entries) if (!isTranslated(known.get(keyOf(entry)))) known.set(keyOf(entry), entry);
  const { notes, head } = [...before.values()][0] ?? newHead(language);
  const forms = pluralCategories(language).length;
  const after: PoFiles = new Map();
  for (const part of PARTS) {
    const entries = texts
      .filter(({ parts }) => parts.includes(part))
      .map(({ context, text, plural, comment, files }): PoEntry => {
        const old = known.get(keyOf({ context, text, plural }));
        const fits = old !== undefined && (old.plural === undefined) === (plural === undefined);
        return {
          context,
          text,
          plural,
          forms: fits ? old.forms : Array.from({ length: plural === undefined ? 1 : forms }, () => ''),
          comments: comment ? [comment] : [],
          references: files,
          notes: old?.notes ?? [],
        };
      });
    if (entries.length > 0) after.set(part, { notes, head, entries });
  }
  return after;
}

export const isTranslated = (entry: PoEntry | undefined): boolean =>
  entry !== undefined && entry.forms.length > 0 && !entry.forms.includes('');

function newHead(language: string): Pick<PoFile, 'notes' | 'head'> {
  return {
    notes: ['Not yet read by a native speaker.'],
    head: new Map([
      ['Project-Id-Version', 'slow-letters'],
      ['Language', language],
      ['MIME-Version', '1.0'],
      ['Content-Type', 'text/plain; charset=UTF-8'],
      ['Content-Transfer-Encoding', '8bit'],
      ['Plural-Forms', PLURAL_FORMS[language] ?? ''],
      ['X-Voice', ''],
    ]),
  };
}

/** Languages with a folder in `locales/`. */
export function translatedLanguages(): string[] {
  const folder = path.join(projectRoot, 'locales');
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.includes('.'))
        .sort()
    : [];
}
