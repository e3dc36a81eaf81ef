import type { z } from 'zod';
import { sentenceOf } from '../../shared/errors.ts';
import { say } from './words.tsx';

/** The schema's sentence about each field that is wrong. */
export const problemsIn = ({ issues }: z.ZodError): Record<string, string> =>
  Object.fromEntries(issues.map((issue) => [String(issue.path[0]), say(sentenceOf(issue))]));
