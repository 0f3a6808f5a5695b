import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  /** What it does: its tooltip, and its name, since it has no other text. */
  label: string;
  icon: ReactNode;
  hasEdge?: boolean;
}

export function IconButton({ label, icon, hasEdge, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} className={classNames(styles.button, hasEdge && styles.edge)}>
      {icon}
    </button>
  );
}
