/**
 * Name of the product. The page's own `application-name` says it from the first paint on, so that even the
 * warm-up can; the client configuration corrects it (see `client-config.ts`).
 */
export function productName(): string {
  return meta()?.content || 'Slow Letters';
}

/** Puts the configured name where `productName` reads it. */
export function setProductName(name: string): void {
  const tag = meta();
  if (tag) tag.content = name;
}

function meta(): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
}
