import { directionOf } from '../shared/words.ts';

/**
 * What another script needs: the templates are drawn once, from left to right and for Latin letters, and their finished
 * markup is turned over here. Logical properties would do it in a browser, but Outlook for Windows and several webmail
 * services know only left and right.
 */
interface Script {
  /** Faces of the system, by the generic family at the end of a stack; a browser would find some face, Outlook does not. */
  faces: Record<'serif' | 'sans-serif' | 'monospace', string>;
  /** Least height of a line in em. */
  line: number;
  /** Least size of type in px. */
  smallest: number;
}

const SCRIPTS: Record<string, Script> = {
  ja: {
    faces: {
      serif: "'Hiragino Mincho ProN','Yu Mincho','MS PMincho',serif",
      'sans-serif': "'Hiragino Sans','Yu Gothic',Meiryo,sans-serif",
      monospace: "Osaka-Mono,'MS Gothic',monospace",
    },
    line: 1.4,
    smallest: 12,
  },
  ar: {
    faces: {
      serif: "'Geeza Pro','Times New Roman','Noto Naskh Arabic',serif",
      'sans-serif': "'Geeza Pro',Tahoma,'Noto Sans Arabic',sans-serif",
      monospace: "'Geeza Pro',Tahoma,monospace",
    },
    // Its letters reach higher and lower, and are smaller for their size.
    line: 1.65,
    smallest: 14,
  },
};

/** The quote of a face's name, as React writes it. */
const QUOTE = '&#x27;';

const scriptOf = (language: string): Script | undefined => SCRIPTS[language.split('-')[0] ?? ''];

/**
 * An element that says itself that it runs from the left keeps its sides. Texts of people hold no quotes, for they are
 * escaped, so an attribute is always one of the templates' own.
 */
export function markupInScript(markup: string, language: string): string {
  const script = scriptOf(language);
  if (!script) return markup;
  const styled = markup.replace(/( dir="ltr")? style="([^"]*)"/g, (_, own: string = '', escaped: string) => {
    const given = escaped.replaceAll(QUOTE, "'");
    const css = own ? withoutLatinType(given) : cssInScript(given, language);
    return `${own} style="${typeInScript(css, script).replaceAll("'", QUOTE)}"`;
  });
  const upright = styled.replaceAll('<i>', '<i style="font-style:normal">');
  if (directionOf(language) === 'ltr') return upright;
  return upright.replace(/ align="(left|right)"/g, (_, side: string) => ` align="${OTHER_SIDE[side]}"`);
}

/** No space between letters, no capitals, no slant, and sides changed where the script runs from the right. */
export function cssInScript(css: string, language: string): string {
  if (!scriptOf(language)) return css;
  const plain = withoutLatinType(css);
  return directionOf(language) === 'rtl' ? mirrored(plain) : plain;
}

const withoutLatinType = (css: string) =>
  css.replace(/(?:letter-spacing:[^;"}]*|text-transform:uppercase|font-style:italic);?/g, '');

const OTHER_SIDE: Record<string, string> = { left: 'right', right: 'left' };

const mirrored = (css: string) =>
  css
    .replace(
      /(padding|margin|border|float|text-align)([-:])(left|right)\b/g,
      (_, name: string, joint: string, side: string) => `${name}${joint}${OTHER_SIDE[side]}`,
    )
    // Top, right, bottom and left; the four colours of a frame are those of its light, which stays.
    .replace(
      /(padding|margin):([^\s;!}]{1,40}) ([^\s;!}]{1,40}) ([^\s;!}]{1,40}) ([^\s;!}]{1,40})/g,
      '$1:$2 $5 $4 $3',
    );

function typeInScript(css: string, { faces, line, smallest }: Script): string {
  return css
    .replace(
      /(font-family:[^;]{0,300}?),(serif|sans-serif|monospace)(?=;|$)/,
      (_, stack: string, generic: keyof Script['faces']) => `${stack},${faces[generic]}`,
    )
    .replace(/font-size:(\d+)px;line-height:(\d+)px/, (_, given: string, height: string) => {
      const size = Number(given);
      // Empty rows are of type of one pixel.
      if (size < 9) return `font-size:${size}px;line-height:${height}px`;
      const shown = Math.max(size, smallest);
      return `font-size:${shown}px;line-height:${Math.max(Number(height), Math.ceil(shown * line))}px`;
    });
}
