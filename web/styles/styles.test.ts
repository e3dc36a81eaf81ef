import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '..');
const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
const contentOf = (file: string) => [file, readFileSync(path.join(web, file), 'utf8')] as const;
const styles = files.filter((file) => file.endsWith('.css')).map(contentOf);
const components = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.')).map(contentOf);

describe('media queries', () => {
  it('have the breakpoints of tokens.css, in range syntax', () => {
    const allowed = /^\((?:width (?:<=|>) (?:420|820|1100)px|height <= 480px)\)$/;
    const faults = styles.flatMap(([file, css]) =>
      [...css.matchAll(/@(?:media|container)([^{]+)/g)]
        .flatMap(([, query = '']) => query.match(/\([^()]*(?:width|height)[^()]*\)/g) ?? [])
        .filter((feature) => !allowed.test(feature))
        .map((feature) => `${file}: ${feature}`),
    );
    expect(faults).toEqual([]);
  });

  it('in a component are those of the style sheets', () => {
    // `sizes` of an image is written by hand; its widths are the same.
    const allowed = /^\((?:width (?:<=|>)|max-width:) (?:420|820|1100)px\)$/;
    const faults = components.flatMap(([file, text]) =>
      (text.match(/\((?:min-|max-)?width[^()]*px\)/g) ?? [])
        .filter((feature) => !allowed.test(feature))
        .map((feature) => `${file}: ${feature}`),
    );
    expect(faults).toEqual([]);
  });
});

it('hover changes something only where a pointer hovers', () => {
  const faults = styles.flatMap(([file, css]) => {
    const elsewhere = css.replace(/@media [^{]*\(hover: hover\)[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g, '');
    return elsewhere.includes(':hover') ? [file] : [];
  });
  expect(faults).toEqual([]);
});

describe('class names', () => {
  const modules = styles
    .filter(([file]) => file.endsWith('.module.css'))
    .map(([file, css]) => ({ file, classes: classesOf(css), users: usersOf(file) }));

  it('of a module are used by a component that imports it', () => {
    const faults = modules.flatMap(({ file, classes, users }) =>
      classes.filter((name) => !users.some((user) => mayRead(user, name))).map((name) => `${file}: .${name}`),
    );
    expect(faults).toEqual([]);
  });

  it('that a component reads are defined in the module', () => {
    const faults = modules.flatMap(({ file, classes, users }) =>
      users
        .flatMap(({ text, local }) => [...text.matchAll(new RegExp(`(?<![/\\w-])${local}\\.(\\w+)`, 'g'))])
        .flatMap(([, name = '']) => (classes.includes(name) ? [] : `${file}: .${name}`)),
    );
    expect(faults).toEqual([]);
  });
});

describe('custom properties', () => {
  const all = styles.map(([, css]) => css).join('\n');

  it('that are read are set somewhere', () => {
    const templates = readdirSync(path.join(web, '../templates'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .map((file) => readFileSync(path.join(web, '../templates', file), 'utf8'));
    const set = [
      ...[all, ...templates].flatMap((css) => [...css.matchAll(/(--[\w-]+)\s*:/g)]),
      ...components.flatMap(([, text]) => [...text.matchAll(/'(--[\w-]+)'/g)]),
    ].map(([, name]) => name);
    const faults = styles.flatMap(([file, css]) =>
      [...css.matchAll(/var\((--[\w-]+)/g)]
        .filter(([, name = '']) => !set.includes(name) && !name.startsWith('--radix-'))
        .map(([, name]) => `${file}: ${name}`),
    );
    expect(faults).toEqual([]);
  });

  it('of tokens.css are used', () => {
    const tokens = styles.find(([file]) => file === path.join('styles', 'tokens.css'))?.[1] ?? '';
    const names = [...tokens.matchAll(/^\s+(--[\w-]+):/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !all.includes(`var(${name})`))).toEqual([]);
  });
});

interface User {
  text: string;
  /** the name under which the component imports the module */
  local: string;
}

function usersOf(module: string): User[] {
  return components.flatMap(([component, text]) =>
    [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)]
      .filter(([, , target = '']) => path.join(path.dirname(component), target) === module)
      .map(([, local = '']) => ({ text, local })),
  );
}

/** By its name; or as one of several: `styles[tone]` may read any class whose name stands in the component. */
function mayRead({ text, local }: User, name: string): boolean {
  const read = text.includes(`${local}[`) ? `\\b${name}\\b` : `\\b${local}\\.${name}\\b`;
  return new RegExp(read).test(text);
}

function classesOf(css: string): string[] {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)|"[^"]*"/g, '')
    .replace(/\{[^{}]*\}/g, '{}');
  return [...new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name))];
}

describe('spaces and sizes of type', () => {
  // What follows a drawing or a page of paper has the measures of that.
  const drawn =
    /^(?:components\/envelope|features\/(?:my-letters\/book|photo-editor\/crop-frame|page-scan\/corner-handles))/;
  const kept = new Set([
    // below the header, or above the dock
    'scroll-padding-top: 90px',
    'scroll-padding-top: 120px',
    'scroll-padding-top: 190px',
    'scroll-padding-bottom: min(150px, 40dvh)',
    'scroll-margin-block: 90px 110px',
    // below the flap of the envelope that is drawn behind it
    'padding: 168px var(--s7) var(--s6)',
    'padding: 150px var(--s4) calc(var(--s4) + env(safe-area-inset-bottom))',
    // beside the stamp of the envelope, and a label that stands on its line
    'margin-inline-end: 124px',
    'margin-inline-end: 88px',
    'margin-top: calc(-1.4em - 6px)',
    // the column of a reader's text, the sheet of the warm-up on its desk
    'padding: var(--s4) max(var(--s4), 50% - 20rem)',
    'margin-inline-start: clamp(var(--s4), 14vw, 220px)',
    // beside the buttons of the header, at any width
    'font-size: clamp(var(--t-md), 20vw - 58px, var(--t-lg))',
    // on paper
    'margin-bottom: 8mm',
  ]);
  const declarations = styles
    .filter(([file]) => !drawn.test(file))
    .flatMap(([file, css]) =>
      [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?<![\w-])([a-z-]+):\s*([^;{}]+);/g)].map(
        ([, property = '', value = '']) => ({ file, property, value: value.replace(/\s+/g, ' ') }),
      ),
    );
  const beside = (properties: RegExp, lengths: (value: string) => string[]) =>
    declarations
      .filter(({ property, value }) => properties.test(property) && lengths(value).length > 0)
      .filter(({ property, value }) => !kept.has(`${property}: ${value}`))
      .map(({ file, property, value }) => `${file}: ${property}: ${value}`);
  const fixed = (value: string) => value.match(/(?<![\w.])\d*\.?\d+(?:px|r?em|mm|cq\w+)/g) ?? [];

  it('have no space beside the tokens but hairlines', () => {
    const spaces = /^(?:(?:scroll-)?(?:margin|padding)(?:-[a-z-]+)?|(?:row-|column-)?gap)$/;
    const faults = beside(spaces, (value) =>
      fixed(value).filter((length) => !/^[123](?:\.5)?px$/.test(length)),
    );
    expect(faults).toEqual([]);
  });

  it('have no size of type beside the tokens', () => {
    expect(beside(/^font(?:-size)?$/, (value) => fixed(value.replace(/\/ [\d.]+/, '')))).toEqual([]);
  });
});

describe('wave patterns', () => {
  // The distance of two crests is twice the step of `t`; a line begins left of the tile and ends right of it.
  it.each(['wave', 'tint'])('%s: its tile holds whole periods, so that no seam shows', (name) => {
    const tokens = readFileSync(path.join(web, 'styles', 'tokens.css'), 'utf8');
    const drawing = new RegExp(`--${name}: url\\("([^"]+)"`).exec(tokens)?.[1] ?? '';
    const width = Number(/width='(\d+)'/.exec(drawing)?.[1]);
    for (const line of drawing.match(/M[^M']+/g) ?? []) {
      const [start = Number.NaN, , , , half = Number.NaN, , ...steps] = (line.match(/-?[\d.]+/g) ?? []).map(
        Number,
      );
      const halves = [half, ...steps.filter((_, index) => index % 2 === 0)];
      expect(new Set(halves).size).toBe(1);
      expect(width % (2 * half)).toBe(0);
      expect(start).toBeLessThan(0);
      expect(start + halves.length * half).toBeGreaterThan(width);
    }
  });
});
