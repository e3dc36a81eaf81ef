/** A list of our own: the libraries for it (mailcheck, email-spell-checker) had no release for two years. */
const OFTEN_MEANT = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'protonmail.com',
  'comcast.net',
  'verizon.net',
];

/** Real services whose names are close to one of those. */
const REAL = new Set([
  ...OFTEN_MEANT,
  'mail.com',
  'email.com',
  'ymail.com',
  'rocketmail.com',
  'yahoo.ca',
  'yahoo.co',
]);

/** The address that was probably meant by one at a mistyped mail service ('gmial.com'); null when it looks right. */
export function likelyAddress(email: string): string | null {
  const [, local, typed] = /^([^@]+)@([^@]+)$/.exec(email.trim()) ?? [];
  const domain = typed?.toLowerCase();
  if (!local || !domain || REAL.has(domain)) return null;
  const meant = OFTEN_MEANT.find((candidate) => isOneSlipAway(domain, candidate));
  return meant ? `${local}@${meant}` : null;
}

function isOneSlipAway(typed: string, meant: string): boolean {
  let start = 0;
  while (start < meant.length && typed[start] === meant[start]) start += 1;
  const [left, rest] = [typed.slice(start), meant.slice(start)];
  return (
    left === rest.slice(1) ||
    left.slice(1) === rest ||
    left.slice(1) === rest.slice(1) ||
    (left.slice(2) === rest.slice(2) && left[0] === rest[1] && left[1] === rest[0])
  );
}
