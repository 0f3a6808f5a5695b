import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Said } from './said.tsx';

interface NothingFoundProps {
  text: string;
  icon: ReactNode;
  label: string;
  onClear: () => void;
}

/** Shown where filters leave nothing, with a way to clear them. */
export function NothingFound({ text, icon, label, onClear }: NothingFoundProps) {
  return <EmptyState icon={icon} text={<Said>{text}</Said>} action={<Button onClick={onClear}>{label}</Button>} />;
}
