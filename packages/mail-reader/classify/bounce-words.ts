import { anyOf } from '../phrases/any-of.ts';
import { DELAY_SUBJECTS, FAILURE_SUBJECTS, REPORT_SUBJECTS } from '../phrases/report-subjects.ts';
import { FAILED, FAILED_ELSEWHERE, WAITS, WAITS_ELSEWHERE, WAITS_NO_LONGER } from '../phrases/reports.ts';

/** Whether one of several patterns is found. */
const either = (...patterns: RegExp[]) => ({
  test: (text: string) => patterns.some((each) => each.test(text)),
});

/** Signs that the mail still waits somewhere. */
export const STILL_TRYING = either(
  new RegExp(String.raw`\b${anyOf(WAITS)}`, 'i'),
  new RegExp(anyOf(WAITS_ELSEWHERE), 'iu'),
);

/** Signs that it waits no longer, although the report names attempts. */
export const NO_MORE_ATTEMPTS = new RegExp(String.raw`\b${anyOf(WAITS_NO_LONGER)}`, 'i');

/** Signs that it never will be delivered. */
export const GIVEN_UP = new RegExp(String.raw`\b${anyOf(FAILED)}\b|${anyOf(FAILED_ELSEWHERE)}`, 'i');

/** Subjects of reports that the mail still waits. */
export const DELAY_SUBJECT = new RegExp(String.raw`^[^\p{L}]{0,5}${anyOf(DELAY_SUBJECTS)}`, 'iu');

/** Subjects of reports that it failed for good. */
export const FAILURE_SUBJECT = new RegExp(String.raw`^[^\p{L}]{0,5}${anyOf(FAILURE_SUBJECTS)}`, 'iu');

/** What both kinds have in common: the subject of a report of some mail system. */
export const REPORT_SUBJECT = either(
  DELAY_SUBJECT,
  FAILURE_SUBJECT,
  new RegExp(String.raw`^[^\p{L}]{0,5}${anyOf(REPORT_SUBJECTS)}`, 'iu'),
);
