import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Fault } from './find-texts.ts';
import { filesBelow, projectRoot } from './read-sources.ts';

/** Declarations that name a side of the window: mirrored pages need the logical ones (CSS Logical Properties 1). */
const PHYSICAL =
  /^\s*((?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right|(?:text-align|float|clear)\s*:\s*(?:left|right))\b\s*[:;}]?/;
/** `margin: 1px 2px 3px 4px` with other values at the left than at the right. */
const FOUR_SIDES = /^\s*(margin|padding|inset)\s*:\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*;/;

/**
 * Physical declarations of a style sheet, but for rules with a comment in or above them that says what is physical.
 */
export function physicalIn(file: string, css: string): Fault[] {
  const faults: Fault[] = [];
  let excused = false;
  let comment = '';
  for (const [index, line] of css.split('\n').entries()) {
    if (/\/\*/.test(line)) comment = line;
    else if (comment && !comment.includes('*/')) comment += line;
    if (/physical/i.test(comment) && comment.includes('*/')) excused = true;
    if (comment.includes('*/')) comment = '';
    if (/^\s*\}/.test(line)) excused = false;
    const [, property] = PHYSICAL.exec(line) ?? FOUR_SIDES.exec(line) ?? [];
    const sides = FOUR_SIDES.exec(line);
    const mirrored = sides !== null && sides[3] === sides[5];
    if (property && !mirrored && !excused)
      faults.push({ file, line: index + 1, what: `${line.trim()} names a side: use the logical property` });
  }
  return faults;
}

export function physicalStyles(): Fault[] {
  return filesBelow(['web'], /\.css$/).flatMap((file) =>
    physicalIn(file, readFileSync(path.join(projectRoot, file), 'utf8')),
  );
}
