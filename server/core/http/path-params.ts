import { z } from 'zod';

/** Of a row with a number. */
export const numberedParams = z.object({
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});

/** Of a row with a UUID. */
export const uuidParams = z.object({ id: z.uuid() });

/** The answer of a call that has nothing more to say (204). */
export const nothing = z.null().describe('Nothing more to say');

/** Of a call that removes one row. */
export const removes = <Params extends z.ZodType>(params: Params) => ({
  schema: { params, response: { 204: nothing } },
});
