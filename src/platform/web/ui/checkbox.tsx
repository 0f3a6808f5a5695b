import { type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';
import { FieldError } from './field.tsx';

interface CheckboxProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
  name?: string;
  isRequired?: boolean;
  error?: string | undefined;
}

export function Checkbox({ isChecked, onChange, children, name, isRequired, error }: CheckboxProps) {
  const errorId = useId();
  return (
    <div>
      <label className={styles.row}>
        <input
          type="checkbox"
          name={name}
          className={styles.box}
          checked={isChecked}
          required={isRequired}
          onChange={(event) => onChange(event.target.checked)}
          // Said even where nothing is wrong: one that is required and not checked yet would be read out as wrong from the start.
          aria-invalid={Boolean(error)}
          aria-describedby={error && errorId}
        />
        <span>{children}</span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
