import { useId, useState } from 'react';
import styles from './theme-choice.module.css';

/** `system` follows the device; the others override it (`theme-init.js` applies them before the first paint). */
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Also read by `theme-init.js`. */
const STORAGE_KEY = 'theme';

const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/**
 * The choice of a theme.
 * @param titled false when a heading above names it
 */
export function ThemeChoice({ titled = true }: { titled?: boolean }) {
  const [theme, setTheme] = useState(currentTheme);
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={titled ? styles.legend : 'vh'}>Appearance</legend>
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
          <span>{LABELS[option]}</span>
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
