import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalogue } from '../../packages/words/catalogue.ts';
import { projectRoot } from './read-sources.ts';

/** From the Common Locale Data Repository; `make-cities.ts` made them. Licence: `locales/cities-licence.txt`. */
export const citiesFile = (language: string) => path.join(projectRoot, 'locales', language, 'cities.json');

/** Cities of time zones in a language, by the zone's name (IANA). */
export function readCities(language: string): Catalogue {
  const file = citiesFile(language);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
