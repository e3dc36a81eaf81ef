/** Languages whose dates mail programs write. */
const LANGUAGES =
  'en de fr es it pt nl sv da nb nn fi is pl cs sk hu ro bg hr sr sl uk ru el tr id ms vi et lv lt ca he ar fa th hi'.split(
    ' ',
  );

let known: Set<string> | undefined;

export function isDateWord(word: string): boolean {
  known ??= dateWords();
  return known.has(word.toLowerCase());
}

function dateWords(): Set<string> {
  const words = new Set<string>();
  const add = (text: string) => {
    for (const word of text.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []) words.add(word);
  };
  for (const language of LANGUAGES) {
    for (const form of ['long', 'short'] as const) {
      const day = new Intl.DateTimeFormat(language, { weekday: form, timeZone: 'UTC' });
      const month = new Intl.DateTimeFormat(language, { month: form, timeZone: 'UTC' });
      const dayAndMonth = new Intl.DateTimeFormat(language, { day: 'numeric', month: form, timeZone: 'UTC' });
      for (let n = 0; n < 7; n++) add(day.format(Date.UTC(2026, 0, 4 + n)));
      for (let n = 0; n < 12; n++) {
        add(month.format(Date.UTC(2026, n, 4)));
        // Declined in some languages: '4 мая', '4. května'.
        add(dayAndMonth.format(Date.UTC(2026, n, 4)));
      }
    }
  }
  return words;
}

let months: Map<string, number> | undefined;

/** The month, from 1, that a word names in any of the languages; null for other words and where languages disagree. */
export function monthOf(word: string): number | null {
  months ??= monthNames();
  return months.get(word.toLowerCase()) || null;
}

function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const form of ['long', 'short'] as const) {
      const formats = [
        new Intl.DateTimeFormat(language, { month: form, timeZone: 'UTC' }),
        new Intl.DateTimeFormat(language, { month: form, day: 'numeric', timeZone: 'UTC' }),
      ];
      for (let month = 1; month <= 12; month++) {
        for (const format of formats) {
          const part = format
            .formatToParts(Date.UTC(2026, month - 1, 4))
            .find(({ type }) => type === 'month');
          const name = (part?.value ?? '').toLowerCase().replace(/\.$/, '');
          // `listopad` is October in Croatian and November in Polish.
          if (/^[\p{L}\p{M}]{3,}$/u.test(name))
            names.set(name, (names.get(name) ?? month) === month ? month : 0);
        }
      }
    }
  }
  return names;
}
