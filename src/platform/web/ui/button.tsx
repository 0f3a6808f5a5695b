import { useTranslations } from 'use-intl';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** One primary action a view; `danger` only where money is lost by it. */
  kind?: ButtonKind;
  /** Shown before the words. */
  icon?: ReactNode;
  /** Says `Aguarde...` in the width that the words had, and takes no second press. */
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

/** The look of a button for what is a link by nature. */
export function buttonClass(kind: ButtonKind = 'secondary', size: 'normal' | 'small' = 'normal'): string {
  return classNames(styles.button, styles[kind], size === 'small' && styles.small);
}
