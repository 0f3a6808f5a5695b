import { type ReactNode, useId } from 'react';
import styles from './radio-cards.module.css';

export interface RadioCard<Value extends string | number> {
  value: Value;
  label: ReactNode;
  /** A second line: the return of a period, the rate of a currency. */
  note?: ReactNode;
  isDisabled?: boolean;
}

interface RadioCardsProps<Value extends string | number> {
  label: ReactNode;
  options: readonly RadioCard<Value>[];
  /** Null or a value that is not offered: nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  error?: ReactNode;
  /** The narrowest a card may be, in its share of the row; `quarter` for four that stand in one row, or two and two. */
  size?: 'small' | 'large' | 'quarter';
}

/** One of a few, all in sight: periods, currencies, amounts. Arrow keys move, as in any radio group. */
export function RadioCards<Value extends string | number>(props: RadioCardsProps<Value>) {
  const { label, options, value, onChange, error, size = 'small' } = props;
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.cards} data-size={size}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              name={id}
              className={styles.input}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.label}>{option.label}</span>
            {option.note && <span className={styles.note}>{option.note}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
