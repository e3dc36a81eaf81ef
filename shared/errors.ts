import { z } from 'zod';

/** Error response of every API call: a stable code, a sentence for the person, and sentences by field. */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
});
export type ApiError = z.infer<typeof apiError>;
