import { expect, it } from 'vitest';
import { z } from 'zod';
import { sentenceOf } from './errors.ts';
import { words } from './words.ts';

/** Every module that has schemas. */
const MODULES = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], { eager: true });
/** What browsers send, with the name of each. */
const REQUESTS = Object.values(MODULES)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
  .filter(([name]) => /(?:Body|Query|Params)$/.test(name));

/** Schemas that a form shows the sentences of, without the server between. */
const OF_FORMS = ['recipientBody', 'supportBody', 'newReplyBody'];

const BAD_TEXTS = ['', ' ', 'x'.repeat(50_000), '\u0000', '\u202e', 'none of these'];
const BAD_VALUES = [
  undefined,
  null,
  42,
  -1,
  1.5,
  true,
  [],
  [''],
  {},
  [{}],
  Array(500).fill('x'),
  new Date(0),
  ...BAD_TEXTS,
];

/** The object a schema wants, below what wraps it. */
function objectOf(schema: z.ZodType): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return objectOf(schema.unwrap() as z.ZodType);
  return null;
}

/** Issues of a schema with each bad value as the whole, and in each of its fields, and theirs. */
function issuesOf(schema: z.ZodType, values: readonly unknown[]): z.core.$ZodIssue[] {
  const own = values.flatMap((value) => schema.safeParse(value).error?.issues ?? []);
  const fields = Object.values(objectOf(schema)?.shape ?? {}) as z.ZodType[];
  return [...own, ...fields.flatMap((field) => issuesOf(field, values))];
}

const PLAIN = /^[A-Z][^<>=]*$/;
const OF_A_VALIDATOR =
  /\b(?:expected|received|invalid|string|array|undefined|null|NaN|regex|pattern|characters? <)\b/i;

it.each(REQUESTS)('%s: a bad value of any field is told in a sentence of ours', (_name, schema) => {
  const sentences = new Set(issuesOf(schema, BAD_VALUES).map((issue) => words('en').say(sentenceOf(issue))));
  for (const sentence of sentences) {
    expect(sentence).toMatch(PLAIN);
    expect(sentence).not.toMatch(OF_A_VALIDATOR);
  }
});

it.each(REQUESTS.filter(([name]) => OF_FORMS.includes(name)))(
  '%s: a form has a sentence for every text',
  (_name, schema) => {
    const texts = Object.values(objectOf(schema)?.shape ?? {}) as z.ZodType[];
    const issues = texts
      .flatMap((field) => issuesOf(field, BAD_TEXTS))
      .filter(({ code }) => code !== 'invalid_type');
    for (const issue of issues) expect(issue.message).toBe(sentenceOf(issue).text);
  },
);
