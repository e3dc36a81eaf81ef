import { sentenceOf } from '../../../shared/errors.ts';
import { MISSING_INFORMATION, type SupportBody, supportBody } from '../../../shared/support.ts';
import { say, t } from '../../lib/words.tsx';

export const FIELDS = ['name', 'email', 'category', 'subject', 'message'] as const;
type Field = (typeof FIELDS)[number];

/** What was typed, not yet validated. */
export type SupportDraft = Record<Field, string>;
export type SupportProblems = Partial<Record<Field, string>>;

interface Checked {
  message: SupportBody | null;
  problems: SupportProblems;
  /** at least one field is empty (spec section 5, 'Missing Information') */
  incomplete: boolean;
}

export function checkSupport(draft: SupportDraft): Checked {
  const parsed = supportBody.safeParse(draft);
  if (parsed.success) return { message: parsed.data, problems: {}, incomplete: false };
  const sentences = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path[0], say(sentenceOf(issue))]),
  );
  return {
    message: null,
    problems: problemsOf(sentences),
    incomplete: Object.values(sentences).includes(t(MISSING_INFORMATION)),
  };
}

/** The toast about an invalid message: missing fields first. */
export function problemToast(problems: SupportProblems, incomplete: boolean) {
  if (incomplete) return { title: t('Missing Information'), description: t(MISSING_INFORMATION) };
  const field = FIELDS.find((name) => problems[name]);
  return {
    title: field === 'email' ? t('Invalid email') : t('Not sent yet'),
    description: field && problems[field],
  };
}

export function problemsOf(fields: Record<string, string>): SupportProblems {
  const problems: SupportProblems = {};
  for (const field of FIELDS) {
    const sentence = fields[field];
    if (sentence) problems[field] = sentence === t(MISSING_INFORMATION) ? t('Please fill this in') : sentence;
  }
  return problems;
}
