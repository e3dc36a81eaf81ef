const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
  'twentieth',
];

/** 1 is 'first', 20 'twentieth'; above that, digits. */
export function ordinal(n: number): string {
  return ORDINALS[n - 1] ?? `${n}th`;
}

const ROMAN = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

/** Roman numeral of a small whole number, 1 to 39. */
export function roman(n: number): string {
  let rest = n;
  let numeral = '';
  for (const [value, sign] of ROMAN) {
    while (rest >= value) {
      numeral += sign;
      rest -= value;
    }
  }
  return numeral;
}
