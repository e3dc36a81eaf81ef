import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { idOf } from '../../packages/words/check-translation.ts';
import { isTranslated, type PoEntry } from '../../packages/words/po.ts';
import { fold } from '../../shared/text-order.ts';
import type { PoFiles } from './po-files.ts';
import { projectRoot } from './read-sources.ts';

interface Beside {
  term: string;
  id: string;
  translation: string;
}

/**
 * Compares the translations of a language with its glossary, `locales/<language>/glossary.json`: English terms with their
 * words, or beginnings of these, the usual one first. A sentence may well go without, so what is beside it is no fault; a
 * glossary that does not tell the truth is one.
 */
export function compareWithGlossary(
  language: string,
  files: PoFiles,
): { beside: Beside[]; faults: string[] } {
  const file = path.join(projectRoot, 'locales', language, 'glossary.json');
  if (!existsSync(file)) return { beside: [], faults: [] };
  const glossary = z
    .record(z.string(), z.array(z.string()).min(1))
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  const entries = new Map<string, PoEntry>();
  for (const part of files.values())
    for (const entry of part.entries) if (isTranslated(entry)) entries.set(idOf(entry), entry);
  const beside: Beside[] = [];
  const faults: string[] = [];
  for (const [term, words] of Object.entries(glossary)) {
    const pattern = new RegExp(`\\b${term}s?\\b`, 'i');
    const unused = new Set(words);
    for (const [id, { text, forms }] of entries) {
      if (!pattern.test(text.replace(/\{\w+\}/g, ''))) continue;
      for (const form of forms) {
        const used = words.filter((word) => fold(form).includes(fold(word)));
        for (const word of used) unused.delete(word);
        if (used.length === 0) beside.push({ term, id, translation: form });
      }
    }
    for (const word of unused)
      faults.push(`locales/${language}/glossary.json '${term}': no text has '${word}'`);
  }
  return { beside, faults };
}
