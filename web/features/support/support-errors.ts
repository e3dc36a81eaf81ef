import { MISSING_INFORMATION, type SupportBody, supportBody } from '../../../shared/support.ts';
import { problemsIn } from '../../lib/problems-in.ts';
import { t } from '../../lib/words.tsx';

export const FIELDS = ['name', 'email', 'category', 'subject', 'message'] as const;
type Field = (typeof FIELDS)[number];

/** What was typed, not yet validated. */
export type SupportDraft = Record<Field, string>;
export type SupportProblems = Partial<Record<Field, string>>;

/** `message` is null where something is wrong with it. */
export function checkSupport(draft: SupportDraft): {
  message: SupportBody | null;
  problems: SupportProblems;
} {
  const { data = null, error } = supportBody.safeParse(draft);
  return { message: data, problems: error ? problemsOf(problemsIn(error)) : {} };
}

/** The toast about an invalid message: missing fields first (spec section 5, 'Missing Information'). */
export function problemToast(problems: SupportProblems) {
  if (Object.values(problems).includes(t('Please fill this in')))
    return { title: t('Missing Information'), description: t(MISSING_INFORMATION) };
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
