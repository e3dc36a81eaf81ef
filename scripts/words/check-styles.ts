import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Fault } from '../../packages/words/find-texts.ts';
import { filesBelow, projectRoot } from './read-sources.ts';

/** Style sheets that may name sides of the window: what lies on a photo is placed by the photo's left and right. */
const OF_PHOTOS = [
  'web/features/page-scan/corner-handles.module.css',
  'web/features/photo-editor/crop-frame.module.css',
];
/** Declarations that name a side: pages from right to left need the logical ones (CSS Logical Properties 1). */
const PHYSICAL =
  /^\s*(?:(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|^\s*(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;
/** `margin: 1px 2px 3px 4px`, of which the second is at the right and the last at the left. */
const FOUR_SIDES = /^\s*(?:margin|padding|inset)\s*:\s*\S+\s+(\S+)\s+\S+\s+([^\s;]+)\s*;/;

/** Declarations of a style sheet that would not be mirrored. The middle is the same from both sides. */
export function physicalIn(file: string, css: string): Fault[] {
  return css.split('\n').flatMap((line, index) => {
    const [, right, left] = FOUR_SIDES.exec(line) ?? [];
    const lopsided = right !== left && right !== '50%' && left !== '50%';
    return lopsided || PHYSICAL.test(line)
      ? [{ file, line: index + 1, what: `'${line.trim()}' names a side: use the logical property` }]
      : [];
  });
}

export function physicalStyles(): Fault[] {
  return filesBelow(['web', 'server/core/html', 'templates'], /\.css$/)
    .filter((file) => !OF_PHOTOS.includes(file))
    .flatMap((file) => physicalIn(file, readFileSync(path.join(projectRoot, file), 'utf8')));
}
