import type { ReactNode, SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';
import styles from './field.module.css';
import { IconChevronDown } from './icons-navigation.tsx';

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  lang?: string;
}

interface SelectProps<Value extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'className' | 'onChange' | 'id' | 'value' | 'children'
> {
  label: ReactNode;
  value: Value;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
  hint?: ReactNode;
  error?: ReactNode;
}

/** The native list: a phone opens it full height, and keyboard users know it. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, hint, error, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={classNames(styles.box, styles.selectBox)}>
          <select
            {...rest}
            {...control}
            value={value}
            className={classNames(styles.input, styles.select)}
            onChange={(event) => onChange(event.target.value as Value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} lang={option.lang}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown />
        </div>
      )}
    </Field>
  );
}
