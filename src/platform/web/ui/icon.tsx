import type { ReactNode } from 'react';
import styles from './icon.module.css';

export interface IconProps {
  /** In pixels; 20 beside text, 16 in a line of small text, 24 alone. */
  size?: 16 | 20 | 24;
}

interface DrawingProps extends IconProps {
  children: ReactNode;
  /** Points along the line of writing, so it turns round in a right-to-left page. */
  isDirectional?: boolean;
}

/** A line drawing on a 24 grid, always decoration: the words beside it or the button's label say what it means. */
export function Icon({ size = 20, isDirectional, children }: DrawingProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 16 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={isDirectional ? styles.directional : undefined}
    >
      {children}
    </svg>
  );
}
