import { anyOf } from '../phrases.ts';

const either = (...patterns: RegExp[]) => ({
  test: (text: string) => patterns.some((each) => each.test(text)),
});

/** Signs that the mail still waits somewhere. */
export const STILL_TRYING = either(
  new RegExp(String.raw`\b${anyOf('waits')}`, 'i'),
  new RegExp(anyOf('waits elsewhere'), 'iu'),
);

/** Signs that it waits no longer, although the report names attempts. */
export const NO_MORE_ATTEMPTS = new RegExp(String.raw`\b${anyOf('waits no longer')}`, 'i');

/** Signs that it never will be delivered. */
export const GIVEN_UP = new RegExp(String.raw`\b${anyOf('failed')}\b|${anyOf('failed elsewhere')}`, 'i');

/** Subjects of reports that the mail still waits. */
export const DELAY_SUBJECT = new RegExp(String.raw`^[^\p{L}]{0,5}${anyOf('delay subjects')}`, 'iu');

/** Subjects of reports that it failed for good. */
export const FAILURE_SUBJECT = new RegExp(String.raw`^[^\p{L}]{0,5}${anyOf('failure subjects')}`, 'iu');

/** What both kinds have in common: the subject of a report of some mail system. */
export const REPORT_SUBJECT = either(
  DELAY_SUBJECT,
  FAILURE_SUBJECT,
  new RegExp(String.raw`^[^\p{L}]{0,5}${anyOf('report subjects')}`, 'iu'),
);
