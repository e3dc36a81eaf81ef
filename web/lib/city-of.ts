import { say } from './words.tsx';

/** 'New York' of 'America/New_York'. */
export const englishCityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** 'Nueva York', as the reader's language has it; its texts come with whatever imports this (`scripts/words/cities.ts`). */
export function cityOf(zone: string): string {
  const city = say({ text: zone });
  return city === zone ? englishCityOf(zone) : city;
}
