import { z } from 'zod';
import { isTimeZone } from '../templates/parts/time-zone.ts';
import { msg } from './words.ts';
import { isLocalTime } from './zoned-time.ts';

export const arrival = z.object({
  /** 'YYYY-MM-DDTHH:MM', by the clocks of `zone` */
  local: z.string(),
  /** IANA name */
  zone: z.string(),
  /** that moment, ISO 8601 */
  at: z.string(),
});
export type Arrival = z.infer<typeof arrival>;

export const arrivalBody = z.object({
  /** 'YYYY-MM-DDTHH:MM' */
  arriveLocal: z.string().max(20).refine(isLocalTime, msg('Please choose a day and a time')),
  /** IANA name */
  arriveZone: z.string().max(64).refine(isTimeZone, msg('Please choose a time zone')),
});
export type ArrivalBody = z.infer<typeof arrivalBody>;
