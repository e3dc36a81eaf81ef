/** Changes only what differs, so that a letter being typed neither flickers nor loads its photos again. */
export function patchDocument(current: Document, wanted: Document): void {
  patchElement(current.documentElement, wanted.documentElement);
}

function patchElement(current: Element, wanted: Element): void {
  for (const { name } of [...current.attributes]) {
    if (!wanted.hasAttribute(name)) current.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (current.getAttribute(name) !== value) current.setAttribute(name, value);
  }
  patchChildren(current, wanted);
}

/** Equal nodes at the start and at the end stay; those between are paired in order. */
function patchChildren(current: Element, wanted: Element): void {
  const old = [...current.childNodes];
  const fresh = [...wanted.childNodes];
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && isSame(old[start], fresh[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(old.at(-1 - end), fresh.at(-1 - end))) end += 1;

  const leaving = old.slice(start, old.length - end);
  const coming = fresh.slice(start, fresh.length - end);
  const after = old[old.length - end] ?? null;
  coming.forEach((node, index) => {
    const present = leaving[index];
    if (!present) current.insertBefore(imported(current, node), after);
    else if (!patched(present, node)) current.replaceChild(imported(current, node), present);
  });
  for (const node of leaving.slice(coming.length)) node.remove();
}

function isSame(one: Node | undefined, other: Node | undefined): boolean {
  return one !== undefined && other !== undefined && one.isEqualNode(other);
}

/** Changes a node in place when the other is of the same kind. @returns whether it could */
function patched(current: ChildNode, wanted: Node): boolean {
  if (current.nodeName !== wanted.nodeName || current.nodeType !== wanted.nodeType) return false;
  // By node type and not by instanceof: the two documents may belong to different windows.
  if (current.nodeType === Node.ELEMENT_NODE) patchElement(current as Element, wanted as Element);
  else current.nodeValue = wanted.nodeValue;
  return true;
}

function imported(into: Element, node: Node): Node {
  return into.ownerDocument.importNode(node, true);
}
