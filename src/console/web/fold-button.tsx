import type { ReactNode, Ref } from 'react';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { IconChevronDown } from '#platform/web/ui/icons-navigation.tsx';
import styles from './fold-button.module.css';

interface FoldButtonProps {
  /** The label. */
  children: ReactNode;
  /** Id of the foldable element. */
  controls: string;
  isOpen: boolean;
  onPress: () => void;
  size?: 'normal' | 'small';
  opensSearch?: true;
  ref?: Ref<HTMLButtonElement>;
}

/** On a phone, reveals content that does not fit; hidden where there is room. */
export function FoldButton({ children, controls, isOpen, onPress, size, opensSearch, ref }: FoldButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      data-opens-search={opensSearch}
      className={classNames(buttonClass('secondary', size), styles.opener)}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onPress}
    >
      <span className={styles.words}>
        {children}
        <IconChevronDown size={16} />
      </span>
    </button>
  );
}
