import type { ReactNode } from 'react';
import styles from './menu.module.css';

interface MenuItemProps {
  icon: ReactNode;
  onPress: () => void;
  /** The pointer is on its way: what will be needed may be fetched. */
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
