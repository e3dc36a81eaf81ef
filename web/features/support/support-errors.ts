import { MISSING_INFORMATION, type SupportBody, supportBody } from '../../../shared/support.ts';

/** The boxes of the form, in their order. */
export const BOXES = ['name', 'email', 'category', 'subject', 'message'] as const;
type Box = (typeof BOXES)[number];

/** What was typed, before anything of it is known to be right. */
export type SupportDraft = Record<Box, string>;
export type SupportProblems = Partial<Record<Box, string>>;

interface Checked {
  /** null when a box is not right */
  message: SupportBody | null;
  /** a sentence for each box that is not */
  problems: SupportProblems;
  /** at least one box is empty (spec section 5, 'Missing Information') */
  incomplete: boolean;
}

/** Holds a draft to the very schema that the server holds it to. */
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

/** What the notification says of a message that can't be sent as it is: what is missing first. */
export function complaintAbout(problems: SupportProblems, incomplete: boolean) {
  if (incomplete) return { title: 'Missing Information', description: MISSING_INFORMATION };
  const box = BOXES.find((name) => problems[name]);
  return { title: box === 'email' ? 'Invalid email' : 'Not sent yet', description: box && problems[box] };
}

/** The same from the fields of an error answer; others than our boxes are left out. */
export function problemsOf(fields: Record<string, string>): SupportProblems {
  const problems: SupportProblems = {};
  for (const box of BOXES) {
    const sentence = fields[box];
    if (sentence) problems[box] = sentence === MISSING_INFORMATION ? 'Please fill this in' : sentence;
  }
  return problems;
}
