import { useTranslations } from 'use-intl';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'caution' | 'danger';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** One primary action per view; `danger` only where it takes something away, `caution` what leads there. */
  kind?: ButtonKind;
  /** Shown before the label. */
  icon?: ReactNode;
  /** Shows `Aguarde...` at the width of the label, and ignores further presses. */
  isWorking?: boolean;
  isWide?: boolean;
  size?: 'normal' | 'small';
}

export function Button(props: ButtonProps) {
  const { kind = 'secondary', icon, isWorking = false, isWide, size = 'normal', children, onClick, ...rest } = props;
  const t = useTranslations('platform');
  return (
    <button
      type="button"
      {...rest}
      onClick={isWorking ? (event) => event.preventDefault() : onClick}
      aria-disabled={isWorking || rest['aria-disabled']}
      className={classNames(buttonClass(kind, size), isWide && styles.wide)}
    >
      <span className={classNames(styles.words, isWorking && styles.gone)} aria-hidden={isWorking || undefined}>
        {icon}
        {children}
      </span>
      {isWorking && <span className={styles.working}>{t('wait')}</span>}
    </button>
  );
}

/** What a link that looks like a button shows. */
export function ButtonWords({ icon, children }: Pick<ButtonProps, 'icon' | 'children'>) {
  return (
    <span className={styles.words}>
      {icon}
      {children}
    </span>
  );
}

/** Makes a link look like a button. */
export function buttonClass(kind: ButtonKind = 'secondary', size: 'normal' | 'small' = 'normal'): string {
  return classNames(styles.button, styles[kind], size === 'small' && styles.small);
}
