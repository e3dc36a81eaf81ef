import { isTimeZone, localTimeZone } from '../../templates/parts/time-zone.ts';
import { knownZone } from '../../templates/parts/written-date.ts';

/** The browser's time zone; UTC if it does not know it ('Etc/Unknown'). */
export const ownZone = (): string => knownZone(localTimeZone());

/** The first zone that this browser's data knows, else its own: a record may name one that is newer than its data. */
export const firstKnownZone = (...zones: (string | null | undefined)[]): string =>
  zones.find((zone) => zone && isTimeZone(zone)) ?? ownZone();
