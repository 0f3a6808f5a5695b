import type { ReactNode } from 'react';
import styles from './icon.module.css';

export interface IconProps {
  /** In pixels; 20 next to text, 16 in small text, 24 alone. */
  size?: 16 | 20 | 24;
}

interface DrawingProps extends IconProps {
  children: ReactNode;
  /** Points in the direction of writing, so it is mirrored on a right-to-left page. */
  isDirectional?: boolean;
}

/** A line drawing on a 24 grid, always decorative: the words next to it or the button's label carry the meaning. */
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
