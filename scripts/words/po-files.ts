import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  isTranslated,
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
 * `pluralCategories`.
 */
const PLURAL_FORMS: Record<string, string> = {
  de: 'nplurals=2; plural=(n != 1);',
  fr: 'nplurals=2; plural=(n > 1);',
  es: 'nplurals=2; plural=(n != 1);',
  it: 'nplurals=2; plural=(n != 1);',
  'pt-BR': 'nplurals=2; plural=(n > 1);',
  nl: 'nplurals=2; plural=(n != 1);',
  pl: 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);',
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
  const fresh = newHead(language);
  const { notes, head: kept } = [...before.values()][0] ?? fresh;
  const head = new Map([...fresh.head, ...kept]);
  const forms = pluralCategories(language).length;
  const used = new Set(texts.map(keyOf));
  const left = [...known].filter(([key, old]) => !used.has(key) && isTranslated(old)).map(([, old]) => old);
  const after: PoFiles = new Map();
  for (const part of PARTS) {
    const entries = texts
      .filter(({ parts }) => parts.includes(part))
      .map(({ context, text, plural, comment, kinds, files }): PoEntry => {
        const same = known.get(keyOf({ context, text, plural }));
        const isSame = same !== undefined && (same.plural === undefined) === (plural === undefined);
        const old = isSame ? same : formerOf(text, plural, left);
        return {
          context,
          text,
          plural,
          forms: old?.forms ?? Array.from({ length: plural === undefined ? 1 : forms }, () => ''),
          comments: commentsOf(text + (plural ?? ''), comment, kinds),
          references: files,
          notes: old?.notes ?? [],
          previous: isSame ? old?.previous : old?.text,
        };
      });
    if (entries.length > 0) after.set(part, { notes, head, entries });
  }
  return after;
}

export const TEMPLATE_FILE = path.join(projectRoot, 'locales', 'slow-letters.pot');

/** Every text once without a translation, for programs that begin a language with it (GNU gettext manual, 'PO Template'). */
export function poTemplate({ texts }: WordedSources): string {
  const { head } = newHead('');
  return writePo({
    notes: [],
    head: new Map([
      ...head,
      ['PO-Revision-Date', 'YEAR-MO-DA HO:MI+ZONE'],
      ['Last-Translator', 'FULL NAME <EMAIL@ADDRESS>'],
    ]),
    entries: texts.map(({ context, text, plural, comment, kinds, files }) => ({
      context,
      text,
      plural,
      forms: plural === undefined ? [''] : ['', ''],
      comments: commentsOf(text + (plural ?? ''), comment, kinds),
      references: files,
      notes: [],
    })),
  });
}

/** How much of its texts a language has, rounded down; English stands in for the rest. */
export function translatedPercent(files: PoFiles): number {
  const entries = [...files.values()].flatMap(({ entries }) => entries);
  return Math.floor((100 * entries.filter(isTranslated).length) / Math.max(entries.length, 1));
}

/** A text that is gone and has most words of this one: its translation is where a translator begins. */
function formerOf(text: string, plural: string | undefined, left: readonly PoEntry[]): PoEntry | undefined {
  const wanted = new Set(text.split(/\W+/));
  const likeness = ({ text }: PoEntry) => {
    const words = new Set(text.split(/\W+/));
    const shared = [...words].filter((word) => wanted.has(word)).length;
    return shared / (words.size + wanted.size - shared);
  };
  return left
    .filter((old) => (old.plural === undefined) === (plural === undefined) && likeness(old) >= 0.7)
    .sort((one, other) => likeness(other) - likeness(one))[0];
}

/** For translators: what the source says, and what stands in the braces. */
function commentsOf(text: string, comment: string | undefined, kinds: Record<string, string> = {}): string[] {
  const named = Object.entries(kinds).filter(([name]) => text.includes(`{${name}}`));
  return [comment ?? '', named.map(([name, kind]) => `{${name}}: ${kind}`).join(', ')].filter(Boolean);
}

function newHead(language: string): Pick<PoFile, 'notes' | 'head'> {
  return {
    notes: ['Not yet read by a native speaker.'],
    head: new Map([
      ['Project-Id-Version', 'slow-letters'],
      // Programs for PO files keep these, and miss them where they are absent.
      ['PO-Revision-Date', '2026-11-27 12:00+0000'],
      ['Last-Translator', 'nobody yet'],
      ['Language-Team', language],
      ['Language', language],
      ['MIME-Version', '1.0'],
      ['Content-Type', 'text/plain; charset=UTF-8'],
      ['Content-Transfer-Encoding', '8bit'],
      ['Plural-Forms', PLURAL_FORMS[language] ?? 'nplurals=INTEGER; plural=EXPRESSION;'],
      ['X-Voice', ''],
    ]),
  };
}
