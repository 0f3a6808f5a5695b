import type { TextareaHTMLAttributes } from 'react';
import { Field } from './field.tsx';
import styles from './field.module.css';
import type { TextFieldProps } from './text-field.tsx';

interface TextAreaProps
  extends
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'onChange' | 'id'>,
    Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'hint' | 'error'> {
  value: string;
}

/** A text of several lines. */
export function TextArea({ label, hint, error, onChange, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.box}>
          <textarea
            rows={4}
            {...area}
            {...control}
            className={`${styles.input} ${styles.area}`}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}
