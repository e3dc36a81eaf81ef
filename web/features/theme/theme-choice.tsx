import { useState } from 'react';
import { Choice } from '../../components/choice.tsx';
import { keepText } from '../../lib/kept-text.ts';
import { p, t } from '../../lib/words.tsx';

/** `system` follows the device; the others override it (`theme-init.js` applies them before the first paint). */
type Theme = 'system' | 'light' | 'dark';

/** Also read by `theme-init.js`. */
const STORAGE_KEY = 'theme';

export function ThemeChoice({ titled = true }: { titled?: boolean }) {
  const [theme, setTheme] = useState(currentTheme);
  return (
    <Choice
      legend={t('Appearance')}
      titled={titled}
      options={[
        ['system', p('appearance', 'System')],
        ['light', p('appearance', 'Light')],
        ['dark', p('appearance', 'Dark')],
      ]}
      chosen={theme}
      onChoose={(option) => {
        chooseTheme(option);
        setTheme(option);
      }}
    />
  );
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  keepText(localStorage, STORAGE_KEY, theme === 'system' ? null : theme);
}
