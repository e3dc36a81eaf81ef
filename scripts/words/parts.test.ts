import { describe, expect, it } from 'vitest';
import { findTexts } from '../../packages/words/find-texts.ts';
import type { PoEntry } from '../../packages/words/po.ts';
import { physicalIn } from './check-styles.ts';
import { sortIntoParts } from './parts.ts';
import { merged } from './po-files.ts';

const IMPORT =
  "import { t, n, p, T } from '../lib/words.tsx';\nimport { msg, said, saidN } from '../../shared/words.ts';\n";

describe('parts', () => {
  const source = (file: string, text: string, links = '') =>
    findTexts(file, `${links}\n${IMPORT}const f = () => t('${text}');`);
  const { texts, partsOfChunk } = sortIntoParts([
    source(
      'web/start.tsx',
      'first',
      "const g = () => [import('./pages.tsx'), import('./routes/sign-in.tsx')];",
    ),
    source(
      'web/pages.tsx',
      'frame',
      "const g = () => [import('./routes/my-letters.tsx'), import('./routes/credits.tsx')];",
    ),
    source('web/routes/sign-in.tsx', 'sign in', "import '../components/c.tsx';"),
    source('web/routes/my-letters.tsx', 'mine', "import '../features/y.ts'; import '../components/c.tsx';"),
    source('web/routes/credits.tsx', 'paid', "import '../features/y.ts'; import '../lib/city-of.ts';"),
    source('web/features/y.ts', 'of both'),
    source('web/components/c.tsx', 'of sign-in too'),
    source('templates/zine/mail.tsx', 'mine'),
    source('server/core/errors.ts', 'paid'),
    source('server/notices.ts', 'notice'),
  ]);
  it.each([
    ['first', ['first']],
    ['frame', ['pages']],
    ['mine', ['my-letters', 'templates']],
    ['paid', ['credits']],
    ['of both', ['pages']],
    ['of sign-in too', ['sign-in']],
    ['notice', ['server']],
  ])('%s is in %o', (text, parts) => {
    expect(texts.find((each) => each.text === text)?.parts).toEqual(parts);
  });

  it('a chunk asks for the parts of all that it imports', () => {
    expect(partsOfChunk.get('web/routes/my-letters.tsx')).toEqual(['sign-in', 'pages', 'my-letters']);
    expect(partsOfChunk.get('web/routes/sign-in.tsx')).toEqual(['sign-in']);
    expect(partsOfChunk.get('web/routes/credits.tsx')).toEqual(['pages', 'credits', 'cities']);
  });

  it('a text keeps its translation when it moves, and goes when it is not used', () => {
    const of = (text: string, form: string): PoEntry => ({
      text,
      forms: [form],
      comments: [],
      references: [],
      notes: [],
    });
    const before = {
      notes: ['Read by Ute.'],
      head: new Map([['Language', 'de']]),
      entries: [of('mine', 'meins'), of('gone', 'fort')],
    };
    const after = merged('de', new Map([['rest', before]]), { texts, partsOfChunk });
    expect(after.has('rest')).toBe(false);
    expect(after.get('my-letters')?.entries.map(({ forms }) => forms)).toEqual([['meins']]);
    expect(after.get('templates')?.notes).toEqual(['Read by Ute.']);
    expect(JSON.stringify([...after.values()])).not.toContain('gone');
  });

  it('a text that was changed a little begins with the translation that it had, marked fuzzy', () => {
    const old = 'Nothing was sent or charged; your letter is kept here.';
    const entries = [
      { text: old, forms: ['Nichts wurde geschickt.'], comments: [], references: [], notes: [] },
    ];
    const now = sortIntoParts([
      source('web/routes/account.tsx', old.replace('kept here', 'kept')),
      source('web/features/account/a.tsx', 'Something else altogether'),
    ]);
    const after = merged('de', new Map([['rest', { notes: [], head: new Map(), entries }]]), now);
    expect([...after.values()].flatMap(({ entries }) => entries)).toMatchObject([
      { previous: old, forms: ['Nichts wurde geschickt.'] },
      { previous: undefined, forms: [''] },
    ]);
  });
});

it.each([
  ['margin-left: 4px;', 1],
  ['  right: 0;', 1],
  ['text-align: left;', 1],
  ['border-top-left-radius: 2px;', 1],
  ['padding: 0 1px 0 2px;', 1],
  ['float: right;', 1],
  ['padding: 0 1px 2px 1px;', 0],
  ['inset: 50% auto auto 50%;', 0],
  ['margin-inline-start: 4px;', 0],
  ['text-align: start;', 0],
  ['background-position: right 2px top;', 0],
])('style %s: %i sides', (css, sides) => {
  expect(physicalIn('a.css', `.a {\n${css}\n}`)).toHaveLength(sides);
});
