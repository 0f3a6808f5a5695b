import { type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';
import styles from './radio-cards.module.css';

export interface RadioCard<Value extends string | number> {
  value: Value;
  label: ReactNode;
  /** A second line: a period's return, a currency's rate. */
  note?: ReactNode;
  isDisabled?: boolean;
  /** Can be chosen, but exceeds what is available: its note says by how much. */
  isBeyond?: boolean | undefined;
}

interface RadioCardsProps<Value extends string | number> {
  label: ReactNode;
  /** What is available to spend, stated before anything is chosen. */
  hint?: ReactNode;
  options: readonly RadioCard<Value>[];
  /** Null or a value not offered: nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  error?: ReactNode;
  /** The minimum width of a card, as a share of the row; `quarter` for four in one row, or two and two. */
  size?: 'small' | 'large' | 'quarter';
}

/** A choice of one from a few, all visible: periods, currencies, amounts. Arrow keys move, as in any radio group. */
export function RadioCards<Value extends string | number>(props: RadioCardsProps<Value>) {
  const { label, hint, options, value, onChange, error, size = 'small' } = props;
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset
      className={styles.group}
      data-wrong={Boolean(error) || undefined}
      aria-describedby={describedBy || undefined}
    >
      <legend className={styles.legend}>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.cards} data-size={size}>
        {options.map((option) => (
          <label key={option.value} className={styles.card} data-beyond={option.isBeyond || undefined}>
            <input
              type="radio"
              name={id}
              className={styles.input}
              checked={option.value === value}
              disabled={option.isDisabled}
              aria-describedby={option.isBeyond ? `${id}-${option.value}` : undefined}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.label}>{option.label}</span>
            {option.note && (
              <span
                id={`${id}-${option.value}`}
                className={styles.note}
                // Read out after the label, as its description.
                aria-hidden={option.isBeyond || undefined}
              >
                {option.note}
              </span>
            )}
          </label>
        ))}
      </div>
      {error && (
        // A group's description is read out only on the way into it.
        <FieldError id={`${id}-error`} role="alert">
          {error}
        </FieldError>
      )}
    </fieldset>
  );
}
