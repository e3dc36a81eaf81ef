import { MISSING_INFORMATION, type SupportBody, supportBody } from '../../../shared/support.ts';

/** The fields of the form, in order. */
export const BOXES = ['name', 'email', 'category', 'subject', 'message'] as const;
type Box = (typeof BOXES)[number];

/** What was typed, not yet validated. */
export type SupportDraft = Record<Box, string>;
export type SupportProblems = Partial<Record<Box, string>>;

interface Checked {
  /** null when a field is invalid */
  message: SupportBody | null;
  /** a sentence for each invalid field */
  problems: SupportProblems;
  /** at least one field is empty (spec section 5, 'Missing Information') */
  incomplete: boolean;
}

/** Validates a draft with the schema that the server uses. */
export function checkSupport(draft: SupportDraft): Checked {
  const parsed = supportBody.safeParse(draft);
  if (parsed.success) return { message: parsed.data, problems: {}, incomplete: false };
  const sentences = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message]));
  return {
    message: null,
    problems: problemsOf(sentences),
    incomplete: Object.values(sentences).includes(MISSING_INFORMATION),
  };
}

/** The toast about an invalid message: missing fields first. */
export function complaintAbout(problems: SupportProblems, incomplete: boolean) {
  if (incomplete) return { title: 'Missing Information', description: MISSING_INFORMATION };
  const box = BOXES.find((name) => problems[name]);
  return { title: box === 'email' ? 'Invalid email' : 'Not sent yet', description: box && problems[box] };
}

/** The problems in an error response; fields that the form does not have are left out. */
export function problemsOf(fields: Record<string, string>): SupportProblems {
  const problems: SupportProblems = {};
  for (const box of BOXES) {
    const sentence = fields[box];
    if (sentence) problems[box] = sentence === MISSING_INFORMATION ? 'Please fill this in' : sentence;
  }
  return problems;
}
