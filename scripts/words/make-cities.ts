import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { citiesFile } from './cities.ts';

/**
 * `node scripts/words/make-cities.ts <cldr-dates-full> <cldr-bcp47>`: makes `locales/<language>/cities.json`
 * of two unpacked packages. Unicode TS 35, part 4, 'Time Zone Names'.
 */
const [dates = '', bcp47 = ''] = process.argv.slice(2);

interface Zone {
  _alias?: string;
  /** the name that IANA prefers, where CLDR keeps an older one */
  _iana?: string;
}
type Names = { exemplarCity?: string } & { [part: string]: Names };

const readJson = (...names: string[]) => JSON.parse(readFileSync(path.join(...names), 'utf8'));
const zones: Record<string, Zone | string> = readJson(bcp47, 'bcp47', 'timezone.json').keyword.u.tz;
const offered = new Set(Intl.supportedValuesOf('timeZone'));

/** Names of offered zones, each with that under which CLDR has its city. */
const known = Object.values(zones).flatMap((zone): [string, string][] => {
  if (typeof zone === 'string' || !zone._alias) return [];
  const aliases = zone._alias.split(' ');
  const [name = ''] = aliases;
  const names = new Set([
    ...aliases.filter((alias) => offered.has(alias)),
    ...(zone._iana ? [zone._iana] : []),
  ]);
  return aliases.some((alias) => offered.has(alias)) ? [...names].map((one) => [one, name]) : [];
});

/** Names that CLDR 48.2 has misspelt, or with soft hyphens that no search finds, or where it names an island like the feast that it is called after. */
const CORRECTIONS: Partial<Record<Language, Record<string, string>>> = {
  ar: { 'Indian/Christmas': 'جزيرة عيد الميلاد', 'Pacific/Easter': 'جزيرة الفصح' },
  de: { 'Atlantic/Reykjavik': 'Reykjavík' },
  es: { 'Indian/Christmas': 'Isla de Navidad' },
  fr: { 'Indian/Christmas': 'Île Christmas' },
  it: { 'Indian/Christmas': 'Isola di Natale', 'Pacific/Easter': 'Isola di Pasqua' },
  'pt-BR': {
    'America/North_Dakota/New_Salem': 'New Salem, Dakota do Norte',
    'Indian/Christmas': 'Ilha Christmas',
    'Pacific/Chatham': 'Chatham',
  },
};

for (const language of LANGUAGES.filter((one) => one !== 'en')) {
  // CLDR's Portuguese is Brazil's.
  const [folder = ''] = language.split('-');
  const names: Names = readJson(dates, 'main', folder, 'timeZoneNames.json').main[folder].dates.timeZoneNames
    .zone;
  const cities = known.flatMap(([zone, name]) => {
    const city =
      CORRECTIONS[language]?.[zone] ??
      name.split('/').reduce<Names | undefined>((found, part) => found?.[part], names)?.exemplarCity;
    const inName = zone.split('/').at(-1)?.replaceAll('_', ' ');
    return city && city !== inName ? [[zone, city] as const] : [];
  });
  cities.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(citiesFile(language), `${JSON.stringify(Object.fromEntries(cities), null, 1)}\n`);
}
