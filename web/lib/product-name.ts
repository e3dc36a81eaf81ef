/**
 * Name of the product, from the `application-name` of index.html, so that the warm-up can show it. The client
 * configuration overrides it (see `client-config.tsx`).
 */
export function productName(): string {
  return meta()?.content || 'Slow Letters';
}

/** Stores the configured name where `productName` reads it. */
export function setProductName(name: string): void {
  const tag = meta();
  if (tag) tag.content = name;
}

function meta(): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
}
