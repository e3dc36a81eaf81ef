import { z } from 'zod';

/** An address whose mail came back: no letter is taken for it until the sender lifts that. */
const suppression = z.object({
  /** lower-cased */
  email: z.string(),
  /** why, in a person's words */
  reason: z.string(),
  createdAt: z.string(),
});
export type Suppression = z.infer<typeof suppression>;

/** `GET /api/suppressions`: the latest first. */
export const suppressionList = z.array(suppression);
/** `DELETE /api/suppressions/{email}`. */
export const suppressionParams = z.object({ email: z.string().min(1).max(254) });
/** Its answer; false when there was nothing to lift. */
export const suppressionLifted = z.object({ lifted: z.boolean() });
