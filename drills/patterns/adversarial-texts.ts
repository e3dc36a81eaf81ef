import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';
import type { ProductPattern } from '../../scripts/regular-expressions/product-patterns.ts';

/** Characters of which a text that a stranger sends may consist; more come from the pattern itself. */
const SIGNS = [...'aAzZ09._-@/\\:;,=+*%&?!#|~$^\'"`<>()[]{} \t\n\r\0', ...'\u00a0\u2028\u202e\ue000üß中가٣'];
/** A repetition above this is one that a long text can dwell in. */
const MANY = 8;
/** What may stand behind the repetition, so that the pattern fails there. */
const ENDS = ['', '\0', '\n', '@', 'a', ' ', '!'];

export interface AdversarialText {
  before: string;
  /** repeated as often as the text is to be long */
  piece: string;
  after: string;
}

/**
 * Texts on which the pattern would dwell if it could: each repetition in it fed with each character it takes, begun
 * again and again, and failing at last.
 */
export function adversarialTexts({
  source,
  flags,
}: Pick<ProductPattern, 'source' | 'flags'>): AdversarialText[] {
  const { pattern } = parseRegExpLiteral(new RegExp(source, flags));
  const own = [...source].filter((sign) => !SIGNS.includes(sign));
  const signs = [...SIGNS, ...new Set(own)];
  const example = new Examples(signs, flags);
  const texts = new Map<string, AdversarialText>();
  const repetitions = [...repetitionsIn(pattern, example)];
  // What repeats nothing fails within a few characters, whatever comes at the end.
  const ends = repetitions.length > 0 ? ENDS : [''];
  const add = (before: string, piece: string) => {
    for (const after of ends) texts.set(JSON.stringify([before, piece, after]), { before, piece, after });
  };
  for (const sign of signs) add('', sign);
  for (const [before, quantifier] of repetitions) {
    const inside = example.of(quantifier.element);
    for (const piece of new Set([inside, ...example.charactersOf(quantifier.element)])) {
      if (piece === '') continue;
      add(before, piece);
      add('', before + piece);
      add(before, `${piece}${before}`);
    }
    if (before !== '') add('', before);
  }
  const whole = example.of(pattern);
  if (whole !== '') add('', whole);
  return [...texts.values()];
}

export function written({ before, piece, after }: AdversarialText, characters: number): string {
  const times = Math.max(1, Math.floor((characters - before.length - after.length) / piece.length));
  return before + piece.repeat(times) + after;
}

type Part = AST.Pattern | AST.Alternative | AST.Element | AST.QuantifiableElement;

function* repetitionsIn(
  part: Part,
  example: Examples,
  before = '',
): Generator<[before: string, quantifier: AST.Quantifier]> {
  if (part.type === 'Quantifier') {
    if (part.max > MANY) yield [before, part];
    yield* repetitionsIn(part.element, example, before);
  } else if ('alternatives' in part) {
    for (const alternative of part.alternatives) {
      if (alternative.type === 'Alternative') yield* repetitionsIn(alternative, example, before);
    }
  } else if (part.type === 'Alternative') {
    let soFar = before;
    for (const element of part.elements) {
      yield* repetitionsIn(element, example, soFar);
      soFar += example.of(element);
    }
  }
}

class Examples {
  readonly #signs: string[];
  readonly #flags: string;
  readonly #known = new Map<string, string[]>();

  constructor(signs: string[], flags: string) {
    this.#signs = signs;
    this.#flags = flags.replace(/[gy]/g, '');
  }

  of(part: Part): string {
    switch (part.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup':
        return part.alternatives[0] ? this.of(part.alternatives[0]) : '';
      case 'Alternative':
        return part.elements.map((element) => this.of(element)).join('');
      case 'Quantifier':
        return this.of(part.element).repeat(Math.max(1, part.min));
      case 'Character':
        return String.fromCodePoint(part.value);
      case 'CharacterSet':
      case 'CharacterClass':
        return this.charactersOf(part)[0] ?? '';
      case 'Assertion':
      case 'Backreference':
      case 'ExpressionCharacterClass':
        return this.charactersOf(part)[0] ?? '';
    }
  }

  /** Single characters that the part takes by itself, of those that are tried. */
  charactersOf(part: Part): string[] {
    if (part.type === 'Assertion' || part.type === 'Backreference') return [];
    const known = this.#known.get(part.raw);
    if (known) return known;
    const alone = new RegExp(`^(?:${part.raw})$`, this.#flags);
    const taken = this.#signs.filter((sign) => alone.test(sign));
    this.#known.set(part.raw, taken);
    return taken;
  }
}
