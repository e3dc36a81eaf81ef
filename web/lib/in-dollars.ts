import { dollars } from '../../shared/credits.ts';
import { language } from './words.tsx';

/** Cents as dollars, as the reader's language writes them: '$12.00', '12,00 $'. */
export const inDollars = (cents: number): string => dollars(cents, language());
