import { useId, useState } from 'react';
import { chooseTheme, currentTheme, THEMES, type Theme } from './theme.ts';
import styles from './theme-choice.module.css';

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
