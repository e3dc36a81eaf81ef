import { ACCOUNTS } from './scenario-accounts.ts';
import { ENDS } from './scenario-ends.ts';
import { LINKS } from './scenario-links.ts';
import type { Step } from './scenario-step.ts';

/** The steps of one person's account with the browser's SDK, in this order. */
export const SCENARIO: Step[] = [...ACCOUNTS, ...LINKS, ...ENDS];
