import { fold } from '../../shared/text-order.ts';
import { localTimeOf } from '../../shared/zoned-time.ts';
import { cityOf, englishCityOf } from './city-of.ts';
import { language } from './words.tsx';

/** Zones of well-known cities, of which `placesNear` offers those whose time is nearest. */
const KNOWN =
  `Africa/Cairo Africa/Johannesburg Africa/Lagos Africa/Nairobi America/Bogota America/Chicago America/Denver
America/Halifax America/Los_Angeles America/Mexico_City America/New_York America/Sao_Paulo America/Toronto Asia/Bangkok
Asia/Calcutta Asia/Dubai Asia/Hong_Kong Asia/Jakarta Asia/Karachi Asia/Manila Asia/Seoul Asia/Shanghai Asia/Singapore
Asia/Tokyo Australia/Perth Australia/Sydney Europe/Amsterdam Europe/Athens Europe/Berlin Europe/Istanbul Europe/Lisbon
Europe/London Europe/Madrid Europe/Paris Europe/Rome Europe/Warsaw Pacific/Auckland Pacific/Honolulu`.split(
    /\s+/,
  );
const NEAR = 6;
const FOUND_AT_MOST = 20;

/** A zone's local time read as if it were UTC, ms since 1970, so that zones can be compared. */
const clockAt = (now: Date, zone: string) => Date.parse(`${localTimeOf(now, zone)}Z`);

export function placesNear(zone: string, now = new Date()): string[] {
  const own = clockAt(now, zone);
  const away = (one: string) => Math.abs(clockAt(now, one) - own);
  return KNOWN.filter((one) => one !== zone)
    .sort((one, other) => away(one) - away(other))
    .slice(0, NEAR);
}

/** Zones whose city's name contains the text, in the reader's language or in English; names that begin with it first. */
export function findPlaces(text: string): string[] {
  const wanted = fold(text);
  if (!wanted) return [];
  const { compare } = new Intl.Collator(language());
  const position = (zone: string) => {
    const positions = [cityOf(zone), englishCityOf(zone)].map((city) => fold(city).indexOf(wanted));
    return Math.min(...positions.filter((at) => at >= 0));
  };
  return Intl.supportedValuesOf('timeZone')
    .map((zone) => ({ zone, at: position(zone) }))
    .filter(({ at }) => at < Infinity)
    .sort(
      (one, other) =>
        Math.sign(one.at) - Math.sign(other.at) || compare(cityOf(one.zone), cityOf(other.zone)),
    )
    .slice(0, FOUND_AT_MOST)
    .map(({ zone }) => zone);
}
