/** Languages whose dates mail programs write. */
const LANGUAGES =
  'en de fr es it pt nl sv da nb nn fi is pl cs sk hu ro bg hr sr sl uk ru el tr id ms vi et lv lt ca he ar fa th hi'.split(
    ' ',
  );

interface DateWords {
  /** days and months in small letters */
  all: Set<string>;
  /** names of months, from 1; 0 where languages disagree */
  months: Map<string, number>;
}

let known: DateWords | undefined;

export function isDateWord(word: string): boolean {
  known ??= dateWords();
  return known.all.has(word.toLowerCase());
}

/** The month, from 1, that a word names in any of the languages; null for other words and where languages disagree. */
export function monthOf(word: string): number | null {
  known ??= dateWords();
  return known.months.get(word.toLowerCase()) || null;
}

function dateWords(): DateWords {
  const all = new Set<string>();
  const months = new Map<string, number>();
  const add = (text: string) => {
    for (const word of text.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []) all.add(word);
  };
  for (const language of LANGUAGES) {
    for (const form of ['long', 'short'] as const) {
      const day = new Intl.DateTimeFormat(language, { weekday: form, timeZone: 'UTC' });
      for (let n = 0; n < 7; n++) add(day.format(Date.UTC(2026, 0, 4 + n)));
      const formats = [
        new Intl.DateTimeFormat(language, { month: form, timeZone: 'UTC' }),
        // Declined in some languages: '4 мая', '4. května'.
        new Intl.DateTimeFormat(language, { month: form, day: 'numeric', timeZone: 'UTC' }),
      ];
      for (let month = 1; month <= 12; month++) {
        for (const format of formats) {
          const parts = format.formatToParts(Date.UTC(2026, month - 1, 4));
          add(parts.map(({ value }) => value).join(''));
          const part = parts.find(({ type }) => type === 'month');
          const name = (part?.value ?? '').toLowerCase().replace(/\.$/, '');
          // `listopad` is October in Croatian and November in Polish.
          if (/^[\p{L}\p{M}]{3,}$/u.test(name))
            months.set(name, (months.get(name) ?? month) === month ? month : 0);
        }
      }
    }
  }
  return { all, months };
}
