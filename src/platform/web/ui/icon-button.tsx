import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  /** What it does, for screen readers; also its tooltip. */
  label: string;
  icon: ReactNode;
  hasEdge?: boolean;
}

export function IconButton({ label, icon, hasEdge, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(styles.button, hasEdge && styles.edge)}
    >
      {icon}
    </button>
  );
}
