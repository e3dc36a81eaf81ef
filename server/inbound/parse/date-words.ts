/** Languages whose dates mail programs write. */
const LANGUAGES =
  'en de fr es it pt nl sv da nb nn fi is pl cs sk hu ro bg hr sr sl uk ru el tr id ms vi et lv lt ca he ar fa th hi'.split(
    ' ',
  );

let known: Set<string> | undefined;

/** True for the name of a day or a month, whole or shortened, in any of the languages. */
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
