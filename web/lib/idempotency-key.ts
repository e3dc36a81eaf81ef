/** Made when a person decides and kept for every retry, so that a lost response never makes the same thing happen twice. */
export function newIdempotencyKey(): string {
  // randomUUID exists on secure origins only; an address with http in a home network is not one.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same key while the content stays the same, until it is answered: a press after a lost answer asks for the same thing. */
export function callKeys() {
  let asked = { content: '', key: '' };
  return {
    keyFor(body: unknown): string {
      const content = JSON.stringify(body);
      if (asked.content !== content) asked = { content, key: newIdempotencyKey() };
      return asked.key;
    },
    answered() {
      asked = { content: '', key: '' };
    },
  };
}
