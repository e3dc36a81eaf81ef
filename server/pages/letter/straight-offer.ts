import { globSync } from 'node:fs';
import path from 'node:path';
import { PHOTOS_PER_REPLY } from '../../../shared/limits.ts';
import type { Words } from '../../../shared/words.ts';
import { type Html, html } from '../../core/html/html.ts';
import { projectFolder } from '../../core/project-folder.ts';

/** `web/write-back/`, built; none in a checkout where nothing was. */
const [SCRIPT] = globSync('assets/write-back-*.js', { cwd: path.join(projectFolder, 'dist', 'web') });

/** The words of what offers pages straight and bright, where there is script. */
export function straightOffer(words: Words, sender: string): Html | null {
  if (!SCRIPT) return null;
  const rules = new Intl.PluralRules(words.language);
  const counts = Array.from({ length: PHOTOS_PER_REPLY }, (_, index) => index + 1);
  const byPlural = (say: (count: number) => string) =>
    Object.fromEntries(counts.map((count) => [rules.select(count), say(count)]));
  const said = {
    looking: words.t('Looking for the page…'),
    none: words.t('The photos go as they are.'),
    offered: byPlural((count) =>
      words.n(count, 'Straighten and brighten this page?', 'Straighten and brighten these pages?'),
    ),
    straight: byPlural((count) =>
      words.n(count, 'The page is straight and bright', 'The pages are straight and bright'),
    ),
    straighten: words.t('Straighten'),
    undo: words.t('Undo'),
    one: words.t('Straighten and brighten photo {number}', { number: '{number}' }),
    before: words.t('Photo {number} before', { number: '{number}' }),
    after: words.t('Photo {number} after', { number: '{number}' }),
    seen: words.t('{sender} can also see the photos as you took them.', { sender }),
  };
  return html`<div class="picked strip" data-words="${JSON.stringify(said)}" hidden></div>
<script type="module" src="/${SCRIPT}"></script>`;
}
