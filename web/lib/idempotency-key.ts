/**
 * A fresh key for one intent: made when a person decides, kept through every retry of it, and sent as
 * `Idempotency-Key`, so that a lost answer never makes the same thing happen twice.
 */
export function newIdempotencyKey(): string {
  // randomUUID exists on secure origins alone; a plain-http address in a home network is none.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
