/** Made when a person decides and kept for every retry, so that a lost response never makes the same thing happen twice. */
export function newIdempotencyKey(): string {
  // randomUUID exists on secure origins only; an address with http in a home network is not one.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps a key for the same content until `answered`: a press after a lost answer repeats the request, not its effect. */
export function callKeys() {
  let pending = { content: '', key: '' };
  return {
    keyFor(body: unknown): string {
      const content = JSON.stringify(body);
      if (pending.content !== content) pending = { content, key: newIdempotencyKey() };
      return pending.key;
    },
    answered() {
      pending = { content: '', key: '' };
    },
  };
}
