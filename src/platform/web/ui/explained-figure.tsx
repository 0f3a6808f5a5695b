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
  /** Called when it is activated. */
  onFollow?: (() => void) | undefined;
  children: ReactNode;
}

/** A figure that leads to its explanation when activated. */
export function ExplainedFigure({ figure, of, name, onFollow, children }: ExplainedFigureProps) {
  const owner = useSyncExternalStore(onSession, readUuid);
  if (!owner) return children;
  return (
    <FigureLink to={`/explanation/${owner}/${figure}${of ? `/${of}` : ''}`} name={name} onFollow={onFollow}>
      {children}
    </FigureLink>
  );
}
