import { useId, useState } from 'react';
import { p, t } from '../../lib/words.tsx';
import styles from './theme-choice.module.css';

/** `system` follows the device; the others override it (`theme-init.js` applies them before the first paint). */
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Also read by `theme-init.js`. */
const STORAGE_KEY = 'theme';

const labels = (): Record<Theme, string> => ({
  system: p('appearance', 'System'),
  light: p('appearance', 'Light'),
  dark: p('appearance', 'Dark'),
});

/**
 * The choice of a theme.
 * @param titled false when a heading above names it
 */
export function ThemeChoice({ titled = true }: { titled?: boolean }) {
  const [theme, setTheme] = useState(currentTheme);
  const name = useId();
  const label = labels();
  return (
    <fieldset className={styles.choice}>
      <legend className={titled ? styles.legend : 'vh'}>{t('Appearance')}</legend>
      {THEMES.map((option) => (
        <label key={option} className={styles.option}>
          <input
            className="vh"
            type="radio"
            name={name}
            checked={theme === option}
            onChange={() => {
              chooseTheme(option);
              setTheme(option);
            }}
          />
          <span>{label[option]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Applies a theme and stores the choice in this browser. */
function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(STORAGE_KEY);
    return;
  }
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(STORAGE_KEY, theme);
}
