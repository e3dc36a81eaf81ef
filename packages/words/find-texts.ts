import path from 'node:path';
import { type ESTree, parseSync } from 'vite';

export interface FoundText {
  context?: string | undefined;
  /** of a text with a number its singular */
  text: string;
  plural?: string | undefined;
  /** from a comment above that begins with 'Translators:' */
  comment?: string | undefined;
  /** what stands in the braces, by name, where the source tells: 'a date' */
  kinds?: Record<string, string>;
  file: string;
  line: number;
}

export interface Fault {
  file: string;
  line: number;
  what: string;
}

export interface SourceFile {
  file: string;
  texts: FoundText[];
  faults: Fault[];
  /** texts that are shown as they stand, whatever the language */
  hardCoded: Fault[];
  /** files that run with this one */
  imports: string[];
  /** calls of `import()` with a file of ours */
  dynamicImports: { target: string; start: number; end: number }[];
}

type Kind = 't' | 'p' | 'n' | 'msg' | 'said' | 'saidN';
const KINDS = new Set(['t', 'p', 'n', 'msg', 'said', 'saidN']);
const isKind = (name: string): name is Kind => KINDS.has(name);
const WORDING = new Set<string>(['t', 'p', 'n']);
const WORDS_MODULE = /(^|\/)words\.tsx?$/;
const FUNCTIONS = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'FunctionDeclaration',
  'PropertyDefinition',
]);
/** Attributes and properties of components that are read or heard. */
const READ_ATTRIBUTES =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|title|placeholder|label|heading|hint|description)$/;
/** Text that is the same in every language. */
const SAME_EVERYWHERE = /^(Slow Letters|[a-z]{1,3}|https?:\S+|[^\s@]+@\S+)$/;

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: ESTree.Node) => Object.values(node).flat().filter(isNode);

/** @param file below the project's folder, with forward slashes */
export function findTexts(file: string, source: string): SourceFile {
  const { program, module, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const lineOf = (place: number) => source.slice(0, place).split('\n').length;
  const found: SourceFile = { file, texts: [], faults: [], hardCoded: [], imports: [], dynamicImports: [] };
  const fault = (node: ESTree.Node, what: string) =>
    found.faults.push({ file, line: lineOf(node.start), what });

  for (const { moduleRequest, entries } of module.staticImports)
    if (entries.length === 0 || entries.some(({ isType }) => !isType)) addImport(moduleRequest.value);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest && !isType) addImport(moduleRequest.value);

  function addImport(target: string): void {
    const full = targetOf(file, target);
    if (full && !found.imports.includes(full)) found.imports.push(full);
  }

  const remarks = comments
    .map(({ value, end }) => ({
      value: /^[\s*]*Translators:\s*([\s\S]*)/.exec(value)?.[1],
      line: lineOf(end),
    }))
    .filter(({ value }) => value !== undefined);
  const commentFor = (line: number) =>
    remarks
      .find((remark) => remark.line <= line && line - remark.line <= 1)
      ?.value?.replace(/[\s*]+/g, ' ')
      .trim();

  const bound = boundNames(program);
  const add = (
    node: ESTree.Node,
    text: string,
    rest: Pick<FoundText, 'context' | 'plural' | 'kinds'> = {},
  ) => {
    const line = lineOf(node.start);
    found.texts.push({ ...rest, text, comment: commentFor(line), file, line });
  };

  const call = (node: ESTree.CallExpression, inFunction: boolean) => {
    const kind = kindOf(node, bound);
    if (!kind) return;
    if (!inFunction && WORDING.has(kind))
      fault(node, `${kind}() runs while the module loads, before the language is known: use msg()`);
    const [first, second, third] = node.arguments;
    const texts = (at: ESTree.Node | undefined) => {
      const read = at ? textsOf(at) : null;
      if (read === null) fault(node, `${kind}() wants a literal text, not one that is put together`);
      return read ?? [];
    };
    const kinds = kindsOf(node.arguments.at(-1), bound);
    if (kind === 'p')
      for (const context of texts(first))
        for (const text of texts(second)) add(node, text, { context, kinds });
    else if (kind === 'n' || kind === 'saidN') {
      const [one, other] = [texts(second)[0], texts(third)[0]];
      if (one !== undefined && other !== undefined) add(node, one, { plural: other, kinds });
    } else for (const text of texts(first)) add(node, text, { kinds });
  };

  const element = (node: ESTree.JSXOpeningElement, inFunction: boolean) => {
    const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
    for (const attribute of node.attributes) {
      if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue;
      const { value } = attribute;
      const content = value?.type === 'JSXExpressionContainer' ? value.expression : value;
      if (name === 'T' && attribute.name.name === 'text') {
        const texts = content ? textsOf(content) : null;
        if (!texts) fault(node, '<T> wants a literal text, not one that is put together');
        if (!inFunction) fault(node, '<T> runs while the module loads, before the language is known');
        const kinds = kindsOfElements(node);
        for (const text of texts ?? [])
          if (text.includes('\n')) fault(node, 'the text of <T> goes on in a second line');
          else add(node, text, { kinds });
      } else if (content && READ_ATTRIBUTES.test(attribute.name.name)) noteHardCoded(content);
    }
  };

  const noteHardCoded = (node: ESTree.Node) => {
    for (const { text, at } of shownTexts(node)) {
      const plain = text.replace(/\s+/g, ' ').trim();
      if (/\p{L}/u.test(plain) && !SAME_EVERYWHERE.test(plain))
        found.hardCoded.push({ file, line: lineOf(at.start), what: `'${plain}' is not worded` });
    }
  };

  /** A sentence, a space and more: between sentences of Japanese stands none. */
  const spacedSentences = (children: ESTree.Node[]) => {
    for (const [place, child] of children.entries()) {
      const [before, after] = [children[place - 1], children[place + 1]];
      if (before && after && isSpace(child) && endsSentence(before, bound))
        fault(child, 'sentences stand side by side with a space: put them in <Sentences>');
    }
  };

  const visit = (node: ESTree.Node, inFunction: boolean) => {
    if (node.type === 'CallExpression') call(node, inFunction);
    else if (node.type === 'JSXOpeningElement') element(node, inFunction);
    else if (node.type === 'JSXText') noteHardCoded(node);
    else if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node.children)
        if (child.type === 'JSXExpressionContainer') noteHardCoded(child.expression);
      spacedSentences(node.children);
    } else if (node.type === 'ImportExpression') {
      const [target] = textsOf(node.source) ?? [];
      const full = target === undefined ? null : targetOf(file, target);
      if (full) found.dynamicImports.push({ target: full, start: node.start, end: node.end });
    }
    const inner = inFunction || FUNCTIONS.has(node.type);
    for (const child of childrenOf(node)) visit(child, inner);
  };
  visit(program, false);
  return found;
}

/** What the function that makes a value, or a name of it, says that it is. */
const VALUE_KINDS: [RegExp, string][] = [
  [/list/i, 'a list'],
  [/product(name)?$/i, 'the name of the product'],
  [/^[A-Z][A-Z0-9_]+$/, 'a number'],
  [/(date|(?<!A)day|month|clock|time)$/i, 'a date or time'],
  [/price|money|amount/i, 'a price'],
  [/(number|count|length|size|percent)$/i, 'a number'],
  [/(name|sender|recipient|author|whom)$/i, 'a name'],
  [/(email|address)$/i, 'an e-mail address'],
];

function kindsOf(values: ESTree.Node | undefined, bound: Map<string, Kind>): Record<string, string> {
  if (values?.type !== 'ObjectExpression') return {};
  return Object.fromEntries(
    values.properties.flatMap((each) => {
      if (each.type !== 'Property' || each.key.type !== 'Identifier') return [];
      const kind = kindOfValue(each.key.name, each.value, bound);
      return kind ? [[each.key.name, kind]] : [];
    }),
  );
}

/** Of `<T>`: what is marked up, such as a link. */
const kindsOfElements = ({ attributes }: ESTree.JSXOpeningElement): Record<string, string> =>
  Object.fromEntries(
    attributes.flatMap((each) =>
      each.type === 'JSXAttribute' &&
      each.name.type === 'JSXIdentifier' &&
      each.value?.type === 'JSXExpressionContainer' &&
      each.value.expression.type === 'JSXElement'
        ? [[each.name.name, 'a link or other words that are marked']]
        : [],
    ),
  );

function kindOfValue(name: string, value: ESTree.Node, bound: Map<string, Kind>): string | undefined {
  const kind = value.type === 'CallExpression' ? kindOf(value, bound) : undefined;
  if (kind) return kind === 'n' || kind === 'saidN' ? 'a number with its noun' : 'words';
  if (value.type === 'Literal' && typeof value.value === 'number') return 'a number';
  return kindOfName(name) ?? kindOfName(nameOf(value));
}

const kindOfName = (name: string): string | undefined =>
  VALUE_KINDS.find(([pattern]) => pattern.test(name))?.[1];

/** Names under which a file has the functions of words: imported, or taken out of an object. */
function boundNames(program: ESTree.Program): Map<string, Kind> {
  const bound = new Map<string, Kind>();
  const visit = (node: ESTree.Node) => {
    if (node.type === 'ImportDeclaration' && WORDS_MODULE.test(node.source.value)) {
      for (const each of node.specifiers)
        if (
          each.type === 'ImportSpecifier' &&
          each.imported.type === 'Identifier' &&
          isKind(each.imported.name)
        )
          bound.set(each.local.name, each.imported.name);
    } else if (node.type === 'ObjectPattern') {
      for (const each of node.properties)
        if (each.type === 'Property' && each.key.type === 'Identifier' && WORDING.has(each.key.name))
          if (each.value.type === 'Identifier' && isKind(each.key.name))
            bound.set(each.value.name, each.key.name);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return bound;
}

/** `t(…)`, or `words.t(…)` of something whose name says that it is words. */
function kindOf({ callee }: ESTree.CallExpression, bound: Map<string, Kind>): Kind | undefined {
  if (callee.type === 'Identifier') return bound.get(callee.name);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  const { name } = callee.property;
  return WORDING.has(name) && isKind(name) && /words/i.test(nameOf(callee.object)) ? name : undefined;
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return nameOf(node.property);
  if (node.type === 'CallExpression') return nameOf(node.callee);
  return '';
}

/**
 * Literal texts of an argument: one, or those of both cases of a condition; none for a name, whose text is marked by
 * `msg` somewhere else (the compiler sees to that); null for a text that is put together.
 */
function textsOf(node: ESTree.Node): string[] | null {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : null;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? [node.quasis[0]?.value.cooked ?? ''] : null;
    case 'ConditionalExpression':
      return both(textsOf(node.consequent), textsOf(node.alternate));
    case 'LogicalExpression':
      return both(textsOf(node.left), textsOf(node.right));
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return textsOf(node.expression);
    case 'Identifier':
    case 'MemberExpression':
    case 'CallExpression':
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return [];
    default:
      return null;
  }
}

const both = (one: string[] | null, other: string[] | null) => (one && other ? [...one, ...other] : null);

/** A space that JSX keeps: `{' '}`, or one within a line. */
function isSpace(node: ESTree.Node): boolean {
  if (node.type === 'JSXText') return /^ +$/.test(node.value);
  const content = node.type === 'JSXExpressionContainer' ? node.expression : undefined;
  return content?.type === 'Literal' && content.value === ' ';
}

/** Whether a piece of JSX ends with a worded sentence. */
function endsSentence(node: ESTree.Node, bound: Map<string, Kind>): boolean {
  const ends = (inner: ESTree.Node | undefined) => inner !== undefined && endsSentence(inner, bound);
  switch (node.type) {
    case 'JSXExpressionContainer':
      return ends(node.expression);
    case 'ConditionalExpression':
      return ends(node.consequent) || ends(node.alternate);
    case 'LogicalExpression':
      return ends(node.right);
    case 'CallExpression':
      return (
        kindOf(node, bound) !== undefined &&
        node.arguments.some((each) => textsOf(each)?.some((text) => /[.?!…]$/.test(text)))
      );
    case 'JSXElement': {
      if (node.openingElement.name.type !== 'JSXIdentifier') return false;
      if (node.openingElement.name.name !== 'T')
        return ends(node.children.findLast((child) => !isBlank(child)));
      const texts = node.openingElement.attributes.flatMap((each) =>
        each.type === 'JSXAttribute' && each.value?.type === 'Literal' ? [String(each.value.value)] : [],
      );
      return texts.some((text) => /[.?!…]$/.test(text));
    }
    default:
      return false;
  }
}

const isBlank = (node: ESTree.Node) => node.type === 'JSXText' && node.value.trim() === '';

function shownTexts(node: ESTree.Node): { text: string; at: ESTree.Node }[] {
  switch (node.type) {
    case 'JSXText':
      return [{ text: node.value, at: node }];
    case 'Literal':
      return typeof node.value === 'string' ? [{ text: node.value, at: node }] : [];
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => ({ text: value.cooked ?? '', at: node }));
    case 'ConditionalExpression':
      return [...shownTexts(node.consequent), ...shownTexts(node.alternate)];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return node.type === 'BinaryExpression' && node.operator !== '+'
        ? []
        : [...shownTexts(node.left), ...shownTexts(node.right)];
    default:
      return [];
  }
}

/** A file of ours below the project's folder, or null for a library. */
const targetOf = (file: string, target: string) =>
  target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : null;
