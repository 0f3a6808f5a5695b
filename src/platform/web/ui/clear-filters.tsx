import type { MouseEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ClearFiltersProps {
  label: string;
  onClear: () => void;
}

interface NothingFoundProps extends ClearFiltersProps {
  text: string;
  icon: ReactNode;
}

/** Clears the filters of its card. It goes with what it clears, so the focus goes to the card. */
export function ClearFilters({ label, onClear }: ClearFiltersProps) {
  function clear({ currentTarget }: MouseEvent) {
    const card = currentTarget.closest('section');
    if (card) card.tabIndex = -1;
    card?.focus({ preventScroll: true });
    onClear();
  }
  return <Button onClick={clear}>{label}</Button>;
}

/** Shown where filters leave nothing. */
export function NothingFound({ text, icon, ...clear }: NothingFoundProps) {
  return <EmptyState icon={icon} text={text} action={<ClearFilters {...clear} />} />;
}
