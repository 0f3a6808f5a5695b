import { type ReactNode, useSyncExternalStore } from 'react';
import { onSession, readUuid } from '../session.ts';
import { FigureLink } from './figure-link.tsx';

interface ExplainedFigureProps {
  /** The figure's name in the explanations. */
  figure: string;
  /** The position the figure belongs to. */
  of?: string;
  /** Its visible label, for screen readers. */
  name: string;
  /** Takes the place of the current entry. */
  isInstead?: boolean | undefined;
  children: ReactNode;
}

/** A figure that leads to its explanation when activated. */
export function ExplainedFigure({ figure, of, name, isInstead, children }: ExplainedFigureProps) {
  const owner = useSyncExternalStore(onSession, readUuid);
  if (!owner) return children;
  return (
    <FigureLink to={`/explanation/${owner}/${figure}${of ? `/${of}` : ''}`} name={name} isInstead={isInstead}>
      {children}
    </FigureLink>
  );
}
