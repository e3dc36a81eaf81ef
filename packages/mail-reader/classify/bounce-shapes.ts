import { anyOf } from '../phrases.ts';

/**
 * How the reports of known mail systems begin. Narrower than the phrases by which a failure is found: a report that names
 * no recipient of ours is evidence for a refund only in one of these shapes.
 */
const SHAPE = new RegExp(String.raw`\b${anyOf('report sentences')}|^${anyOf('report lines')}`, 'im');

/** Characters; an introduction for people may stand before it. */
const BEGINNING = 2_000;

export function hasKnownShape(text: string): boolean {
  return SHAPE.test(text.slice(0, BEGINNING));
}
