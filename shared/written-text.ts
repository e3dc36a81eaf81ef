import { z } from 'zod';
import { cleanText } from './clean-text.ts';

/** What somebody writes to somebody else. */
export const writtenText = z.string().overwrite(cleanText);

/** The same on one line. */
export const writtenLine = writtenText.overwrite((text) => text.replace(/\s+/g, ' ').trim());
