import type { ArrivalBody } from '../../shared/arrival.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/durations.ts';
import { ARRIVES_AFTER_MINUTES, ARRIVES_WITHIN_DAYS } from '../../shared/limits.ts';
import { type Said, said } from '../../shared/words.ts';
import { instantOf, localTimeOf } from '../../shared/zoned-time.ts';
import { badInput } from './errors.ts';

/** All null for at once; `letters` has more on the columns. */
export interface Arrival {
  arriveLocal: string | null;
  arriveZone: string | null;
  arriveAt: Date | null;
}

/** @throws 400 for a time too near or too far */
export function arrivalOf({
  arriveLocal,
  arriveZone,
}: ArrivalBody): Arrival & { arriveZone: string; arriveAt: Date } {
  const { instant } = instantOf(arriveLocal, arriveZone);
  const ahead = instant.getTime() - Date.now();
  if (ahead < ARRIVES_AFTER_MINUTES * MINUTE_MS)
    throw refused(
      said('Please choose a time at least {minutes} minutes from now.', { minutes: ARRIVES_AFTER_MINUTES }),
    );
  if (ahead > ARRIVES_WITHIN_DAYS * DAY_MS)
    throw refused(said('Please choose a day within a year from now.'));
  // A time that the clocks skip is not shown anywhere as if they had.
  return { arriveLocal: localTimeOf(instant, arriveZone), arriveZone, arriveAt: instant };
}

const refused = (sentence: Said) => badInput(sentence, { arriveLocal: sentence });
