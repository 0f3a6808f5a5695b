import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FoldButton } from './fold-button.tsx';
import styles from './folded-filters.module.css';

interface FoldedFiltersProps {
  /** Something is looked for already: it is seen what. */
  isAsked: boolean;
  /** The form. On a phone it folds when it is sent: what was found is under it. */
  children: ReactNode;
}

/** On a phone behind one button, so that the list is seen first; where there is room, as they are. */
export function FoldedFilters({ isAsked, children }: FoldedFiltersProps) {
  const t = useTranslations('console');
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(isAsked);
  function fold(): void {
    setIsOpen(false);
    // What was pressed folds away: the keyboard goes on from what opens it again.
    opener.current?.focus();
  }
  return (
    <div className={styles.folded} onSubmit={fold}>
      <FoldButton ref={opener} controls={id} isOpen={isOpen} onPress={() => setIsOpen(!isOpen)} opensSearch>
        {t('filters')}
      </FoldButton>
      <div id={id} className={styles.form} data-open={isOpen}>
        {children}
      </div>
    </div>
  );
}
