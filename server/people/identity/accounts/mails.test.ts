import { expect, it } from 'vitest';
import { browserName } from '../../../../shared/browser-name.ts';
import { readConfig } from '../../../core/config.ts';
import { wordsFor } from '../../../core/words.ts';
import { passwordChangedMail } from './mails.ts';

const AT = '2026-11-28T05:14:00Z';

it.each([
  ['en', 'Pacific/Auckland', 'Saturday 28 November at 18:14'],
  ['de', 'Europe/Berlin', 'Samstag, 28. November um 6:14'],
  ['en', null, 'Saturday 28 November at 05:14 UTC'],
  ['en', 'Nowhere/Unheard', 'Saturday 28 November at 05:14 UTC'],
] as const)('a warning in %s names the time by the clocks of %s', (language, timeZone, time) => {
  const from = { browser: browserName('<b>Firefox/146.0 (Windows NT 10.0) '.repeat(99)), at: AT };
  const reader = { words: wordsFor(language), timeZone };
  const { text, html } = passwordChangedMail(readConfig({}), reader, 'ilse@example.org', from);
  for (const part of [text, html]) {
    expect(part).toContain(time);
    expect(part).toContain(reader.words.say(from.browser));
    expect(part).not.toContain('146');
  }
});
