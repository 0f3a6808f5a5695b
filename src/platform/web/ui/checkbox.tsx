import { type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';
import fieldStyles from './field.module.css';
import { IconAlert } from './icons-status.tsx';

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
          {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={errorId} className={fieldStyles.error}>
          <IconAlert size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
