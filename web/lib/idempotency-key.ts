/**
 * A new key for one intent: made when a person decides, kept for every retry, and sent as `Idempotency-Key`, so that a
 * lost response never makes the same thing happen twice.
 */
export function newIdempotencyKey(): string {
  // randomUUID exists on secure origins only; an address with http in a home network is not one.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
