import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type ESTree, parseSync, Visitor } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

export interface ProductPattern {
  /** relative to the project's folder */
  file: string;
  /** of its first character, or of the file's first line for one that is put together at run time */
  line: number;
  source: string;
  flags: string;
  /** true when it is tried again behind each match: by its flag, or as what a text is split at */
  global: boolean;
}

/** What never runs in the product: tests and what only tests import. */
const NOT_THE_PRODUCT = /\.test\.tsx?$|(^|\/)testing\/|^packages\/[^/]+\/test\/|stand-in/;

/**
 * Read from the sources, so that a new one is found without a list. @throws for one that a function makes
 * when it is called
 */
export async function productPatterns(): Promise<ProductPattern[]> {
  const files = globSync('{packages,server,shared,templates,web}/**/*.{ts,tsx}', { cwd: root }).sort();
  const found: ProductPattern[] = [];
  for (const file of files.filter((name) => !NOT_THE_PRODUCT.test(name))) {
    const { literals, constructed } = patternsIn(file, readFileSync(path.join(root, file), 'utf8'));
    found.push(...literals);
    if (constructed > 0) found.push(...(await constructedIn(file, constructed)));
  }
  return found;
}

/** The literals of a source text, and how often it calls `RegExp` for anything but a copy of one. */
export function patternsIn(file: string, text: string): { literals: ProductPattern[]; constructed: number } {
  const literals: ProductPattern[] = [];
  const splitAt = new Set<number>();
  const named = new Set<string>();
  const constructedOf: (string | null)[] = [];
  const isLiteral = (node: ESTree.Node | null) => node?.type === 'Literal' && 'regex' in node;
  const onCall = ({ callee, arguments: [first] }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp')
      constructedOf.push(first?.type === 'Identifier' ? first.name : null);
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
    if (callee.property.name === 'split' && first) splitAt.add(first.start);
  };
  const visitor = new Visitor({
    NewExpression: onCall,
    CallExpression: onCall,
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && isLiteral(init)) named.add(id.name);
    },
    Literal: (literal) => {
      if (!('regex' in literal)) return;
      const { pattern: source, flags } = literal.regex;
      const line = text.slice(0, literal.start).split('\n').length;
      const global = flags.includes('g') || splitAt.has(literal.start);
      literals.push({ file, line, source, flags, global });
    },
  });
  visitor.visit(parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program);
  const constructed = constructedOf.filter((name) => name === null || !named.has(name)).length;
  return { literals, constructed };
}

/** Loads the module in a thread of its own and writes down what it gives to `RegExp`. */
const RECORD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const made = [];
  const record = (source, flags = '') => {
    if (new Error().stack.includes(workerData)) made.push({ source: String(source), flags });
  };
  globalThis.RegExp = new Proxy(RegExp, {
    apply: (target, self, given) => (record(...given), Reflect.apply(target, self, given)),
    construct: (target, given) => (record(...given), Reflect.construct(target, given)),
  });
  import(workerData).then(() => parentPort.postMessage(made));
`;

async function constructedIn(file: string, calls: number): Promise<ProductPattern[]> {
  const url = new URL(`../../${file}`, import.meta.url).href;
  const worker = new Worker(RECORD, { eval: true, workerData: url });
  const made = await new Promise<{ source: string; flags: string }[]>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  await worker.terminate();
  if (made.length < calls) {
    throw new Error(
      `${file}: a function makes a regular expression. Write it as a literal or search the text.`,
    );
  }
  return made.map((each) => ({ ...each, file, line: 1, global: each.flags.includes('g') }));
}
