let configured: string | null = null;

/** Name of the product: as configured, once that is known; until then that of index.html's `application-name`. */
export function productName(): string {
  if (configured) return configured;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content || 'Slow Letters';
}

export function setProductName(name: string): void {
  configured = name;
}
