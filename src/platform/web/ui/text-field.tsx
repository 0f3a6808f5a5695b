import type { InputHTMLAttributes, ReactNode } from 'react';
import { Field } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'id'> {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: ReactNode;
  /** Inside the box: before the text (a currency sign), after it (the same, for languages that put it there) and at the end (a button). */
  before?: ReactNode;
  unit?: ReactNode;
  after?: ReactNode;
}

/** What runs left to right in every language (an address, a code, a number) is no prose: it is left as it is typed. */
const exact = { autoCapitalize: 'none', spellCheck: false } as const;

export function TextField({ label, hint, error, before, unit, after, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.box}>
          {before && <span className={styles.affix}>{before}</span>}
          <input
            {...(input.dir === 'ltr' && exact)}
            {...input}
            {...control}
            className={styles.input}
            onChange={(event) => onChange(event.target.value)}
          />
          {unit && <span className={styles.unit}>{unit}</span>}
          {after}
        </div>
      )}
    </Field>
  );
}
