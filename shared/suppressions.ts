import { z } from 'zod';

/** No letter to the address is accepted until the sender removes the suppression. */
const suppression = z.object({
  /** lower-cased */
  email: z.string(),
  /** a sentence for the person */
  reason: z.string(),
  createdAt: z.string(),
});
export type Suppression = z.infer<typeof suppression>;

/** `GET /api/suppressions`: newest first. */
export const suppressionList = z.array(suppression);
/** `POST /api/suppressions/lift`. */
export const liftSuppressionBody = z.object({ email: z.string().min(1).max(254) });
export const suppressionLifted = z.object({ lifted: z.boolean() });
