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
  while (old[0] && fresh[0]?.isEqualNode(old[0])) {
    old.shift();
    fresh.shift();
  }
  let after: ChildNode | null = null;
  for (let last = old.at(-1); last && fresh.at(-1)?.isEqualNode(last); last = old.at(-1)) {
    after = last;
    old.pop();
    fresh.pop();
  }
  fresh.forEach((node, index) => {
    const present = old[index];
    if (!present) current.insertBefore(node, after);
    else if (!patched(present, node)) present.replaceWith(node);
  });
  for (const node of old.slice(fresh.length)) node.remove();
}

/** Changes a node in place when the other is of the same kind. @returns whether it could */
function patched(current: ChildNode, wanted: Node): boolean {
  if (current.nodeName !== wanted.nodeName || current.nodeType !== wanted.nodeType) return false;
  // By node type and not by instanceof: the two documents may belong to different windows.
  if (current.nodeType === Node.ELEMENT_NODE) patchElement(current as Element, wanted as Element);
  else current.nodeValue = wanted.nodeValue;
  return true;
}
