import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../server/core/project-folder.ts';

/**
 * The parameters of a call of Stripe's API, read from the SDK's own declarations (which Stripe generates from its
 * OpenAPI description): names, nesting, enumerations, and what is required. Enumerations count as closed.
 */
interface Scope {
  parent: Scope | null;
  interfaces: Map<string, Member[]>;
  types: Map<string, string>;
  scopes: Map<string, Scope>;
}

interface Member {
  name: string;
  optional: boolean;
  type: string;
}

/** An error in a request, as Stripe would report it. */
export interface Violation {
  param: string;
  message: string;
}

const PAGINATION: Member[] = [
  { name: 'limit', optional: true, type: 'number' },
  { name: 'starting_after', optional: true, type: 'string' },
  { name: 'ending_before', optional: true, type: 'string' },
];

const newScope = (parent: Scope | null): Scope => ({
  parent,
  interfaces: new Map(),
  types: new Map(),
  scopes: new Map(),
});

/** Parses a declaration file of the SDK, e.g. `Checkout/Sessions.d.ts`. */
export function readDeclarations(file: string): Scope {
  const folder = path.join(projectFolder, 'node_modules', 'stripe', 'esm', 'resources');
  const text = readFileSync(path.join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const root = newScope(null);
  const open: (Scope | Member[] | null)[] = [root];
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    const here = open.at(-1);
    const block = /^(?:export )?(?:declare )?(namespace|interface|class) (\w+)[^{]*\{(\})?$/.exec(line);
    if (block) {
      const [, kind, name = '', closed] = block;
      const opened = openBlock(here, kind, name);
      if (Array.isArray(opened) && line.includes('extends PaginationParams')) opened.push(...PAGINATION);
      if (!closed) open.push(opened);
    } else if (/^\};?$/.test(line)) {
      open.pop();
    } else if (line.endsWith('{')) {
      open.push(null);
    } else if (Array.isArray(here)) {
      const [, name = '', optional, type = ''] = /^(\w+)(\?)?: (.+);$/.exec(line) ?? [];
      if (name) here.push({ name, optional: optional === '?', type });
    } else if (here) {
      const [, name = '', type = ''] = /^(?:export )?(?:declare )?type (\w+) = (.+);$/.exec(line) ?? [];
      if (name) here.types.set(name, type);
    }
  }
  return root;
}

function openBlock(here: Scope | Member[] | null | undefined, kind = '', name = ''): Scope | Member[] | null {
  if (!here || Array.isArray(here)) return null;
  if (kind === 'interface') {
    const members: Member[] = [];
    here.interfaces.set(name, members);
    return members;
  }
  if (kind !== 'namespace') return null;
  const scope = here.scopes.get(name) ?? newScope(here);
  here.scopes.set(name, scope);
  return scope;
}

/**
 * Validates a decoded form body by a declared interface.
 * @param name e.g. `Checkout.SessionCreateParams`
 */
export function violations(root: Scope, name: string, params: unknown): Violation[] {
  return checkType(root, name, params, '');
}

function checkType(scope: Scope, type: string, value: unknown, at: string): Violation[] {
  const wrong = (message: string): Violation[] => [{ param: at, message }];
  const options = type.split(' | ').filter((option) => option !== 'OtherString');
  if (options.every((option) => /^'.*'$/.test(option))) {
    return options.includes(`'${String(value)}'`)
      ? []
      : wrong(`Invalid ${at}: must be one of ${options.join(', ')}`);
  }
  if (options.length > 1) {
    const tried = options.map((option) => checkType(scope, option, value, at));
    return tried.find((found) => found.length === 0) ?? tried[0] ?? [];
  }
  if (type === 'string' || type === 'Decimal')
    return typeof value === 'string' ? [] : wrong('Invalid string');
  if (type === 'number')
    return /^-?\d+$/.test(String(value)) ? [] : wrong(`Invalid integer: ${String(value)}`);
  if (type === 'boolean') return /^(true|false)$/.test(String(value)) ? [] : wrong('Invalid boolean');
  const [, outer, inner = ''] = /^(\w+)<(.+)>$/.exec(type) ?? [];
  if (outer === 'Emptyable') return value === '' ? [] : checkType(scope, inner, value, at);
  if (outer === 'Array') {
    if (!Array.isArray(value)) return wrong('Invalid array');
    return value.flatMap((item, index) => checkType(scope, inner, item, `${at}[${index}]`));
  }
  if (type === 'MetadataParam') return checkMetadata(value, wrong);
  if (type === 'RangeQueryParam') return checkRange(value, wrong);
  return checkReference(scope, type, value, at);
}

function checkReference(scope: Scope, type: string, value: unknown, at: string): Violation[] {
  const found = lookUp(scope, type);
  if (!found) throw new Error(`The SDK's declarations do not explain ${type} (of ${at}).`);
  if (typeof found.is === 'string') return checkType(found.scope, found.is, value, at);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ param: at, message: 'Invalid object' }];
  const given = new Map(Object.entries(value));
  const known = new Set(found.is.map(({ name }) => name));
  const place = (name: string) => (at ? `${at}[${name}]` : name);
  const unknown = [...given.keys()]
    .filter((name) => !known.has(name))
    .map((name) => ({ param: place(name), message: `Received unknown parameter: ${place(name)}` }));
  const members = found.is.flatMap(({ name, optional, type: of }) => {
    if (given.has(name)) return checkType(found.scope, of, given.get(name), place(name));
    return optional ? [] : [{ param: place(name), message: `Missing required param: ${place(name)}.` }];
  });
  return [...unknown, ...members];
}

/** Resolves a name as TypeScript does: in this scope, else in the enclosing ones. */
function lookUp(scope: Scope, name: string): { is: Member[] | string; scope: Scope } | null {
  const [first = '', ...rest] = name.split('.');
  for (let around: Scope | null = scope; around; around = around.parent) {
    let inside: Scope | undefined = around;
    const last = rest.at(-1) ?? first;
    for (const step of rest.length > 0 ? [first, ...rest.slice(0, -1)] : [])
      inside = inside?.scopes.get(step);
    const is = inside?.interfaces.get(last) ?? inside?.types.get(last);
    if (inside && is) return { is, scope: inside };
  }
  return null;
}

/** Up to 50 keys of 40 characters, values of 500 (Stripe, 'Metadata'). */
function checkMetadata(value: unknown, wrong: (message: string) => Violation[]): Violation[] {
  const entries = Object.entries(value ?? {});
  const right = entries.every(([key, text]) => key.length <= 40 && String(text).length <= 500);
  return right && entries.length <= 50 ? [] : wrong('Invalid metadata');
}

function checkRange(value: unknown, wrong: (message: string) => Violation[]): Violation[] {
  const bounds = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const right = bounds.every(
    ([bound, at]) => ['gt', 'gte', 'lt', 'lte'].includes(bound) && /^\d+$/.test(String(at)),
  );
  return bounds.length > 0 && right ? [] : wrong('Invalid range');
}

/** Decodes `a[b][0][c]=v` as Stripe does: nested objects, and arrays where the keys are numbers. */
export function decodeForm(body: string): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(body)) {
    const path = key.split('[').map((part) => part.replace(/\]$/, ''));
    const last = path.pop() ?? '';
    let here = tree;
    for (const part of path) {
      here[part] ??= {};
      here = here[part] as Record<string, unknown>;
    }
    here[last] = value;
  }
  return asArrays(tree) as Record<string, unknown>;
}

function asArrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, asArrays(item)] as const);
  const numbered = entries.length > 0 && entries.every(([key]) => /^\d*$/.test(key));
  return numbered ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
