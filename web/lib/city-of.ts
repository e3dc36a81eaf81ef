import { say } from './words.tsx';

/** Zones that keep the name that a city had. */
const RENAMED: Record<string, string> = {
  Calcutta: 'Kolkata',
  Coral_Harbour: 'Atikokan',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
  Truk: 'Chuuk',
};

/** 'New York' of 'America/New_York'. */
export function englishCityOf(zone: string): string {
  const city = zone.split('/').at(-1) ?? zone;
  return RENAMED[city] ?? city.replaceAll('_', ' ');
}

/** 'Nueva York', as the reader's language has it; its texts come with whatever imports this (`scripts/words/cities.ts`). */
export function cityOf(zone: string): string {
  const city = say({ text: zone });
  return city === zone ? englishCityOf(zone) : city;
}
