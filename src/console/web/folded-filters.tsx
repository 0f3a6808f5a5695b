import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FoldButton } from './fold-button.tsx';
import styles from './folded-filters.module.css';

interface FoldedFiltersProps {
  /** A filter is active, so the form starts open. */
  isAsked: boolean;
  /** The form. On a phone it folds on submit, to reveal the results below it. */
  children: ReactNode;
}

/** On a phone the filters are behind one button, so that the list is seen first; where there is room, they are shown. */
export function FoldedFilters({ isAsked, children }: FoldedFiltersProps) {
  const t = useTranslations('console');
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(isAsked);
  function fold(): void {
    setIsOpen(false);
    // The pressed button folds away, so keyboard focus moves to the one that reopens the form.
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
