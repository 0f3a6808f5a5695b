import type { ReactNode } from 'react';
import styles from './menu.module.css';

interface MenuItemProps {
  icon: ReactNode;
  onPress: () => void;
  /** Called when the pointer enters: a chance to prefetch. */
  onApproach?: () => unknown;
  children: ReactNode;
}

export function MenuItem({ icon, onPress, onApproach, children }: MenuItemProps) {
  return (
    <button type="button" className={styles.item} onClick={onPress} onPointerEnter={onApproach}>
      {icon}
      {children}
    </button>
  );
}
