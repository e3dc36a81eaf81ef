import { type ReactNode, useId } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './choice.module.css';

interface ChoiceProps<Option extends string> {
  legend: string;
  /** false when a heading above says it */
  titled?: boolean;
  options: readonly (readonly [option: Option, label: ReactNode])[];
  chosen: Option;
  onChoose: (option: Option) => void;
  className?: string | undefined;
}

/** A radio group, so that arrow keys move through it. */
export function Choice<Option extends string>(props: ChoiceProps<Option>) {
  const { legend, titled = true, options, chosen, onChoose, className } = props;
  const name = useId();
  return (
    <fieldset className={classNames(styles.choice, className)}>
      <legend className={titled ? styles.legend : 'vh'}>{legend}</legend>
      {options.map(([option, label]) => (
        <label key={option} className={styles.option}>
          <input
            className="vh"
            type="radio"
            name={name}
            checked={chosen === option}
            onChange={() => onChoose(option)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
