import { type ReactNode, useId } from 'react';
import styles from './segments.module.css';

interface SegmentsProps<Value extends string | number> {
  /** What is chosen here, for screen readers. */
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Switches between a few views of the same thing, in one line: a span of time, a kind. A radio group, so the arrow keys move. */
export function Segments<Value extends string | number>({ label, options, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
