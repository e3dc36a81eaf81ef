import { z } from 'zod';

/** Every error answer of the API: a stable code, a sentence for a person, and per-field sentences. */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
});
export type ApiError = z.infer<typeof apiError>;
