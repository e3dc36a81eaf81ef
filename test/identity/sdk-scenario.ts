import { ACCOUNTS } from './scenario-accounts.ts';
import { ENDS } from './scenario-ends.ts';
import { LINKS } from './scenario-links.ts';
import type { Step } from './scenario-step.ts';

/** One person's whole life with an account, and some mishaps, through the SDK that the browser uses. In this order. */
export const SCENARIO: Step[] = [...ACCOUNTS, ...LINKS, ...ENDS];
