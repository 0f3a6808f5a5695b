import { type ReactNode, useSyncExternalStore } from 'react';
import { onSession, readUuid } from '../session.ts';
import { FigureLink } from './figure-link.tsx';

interface ExplainedFigureProps {
  /** As the explanations call it. */
  figure: string;
  /** The position that it is a figure of. */
  of?: string;
  /** As it is called beside it, for whoever listens. */
  name: string;
  /** Told when it is activated. */
  onFollow?: (() => void) | undefined;
  children: ReactNode;
}

/** A figure that says, when it is activated, why it is what it is. */
export function ExplainedFigure({ figure, of, name, onFollow, children }: ExplainedFigureProps) {
  const owner = useSyncExternalStore(onSession, readUuid);
  if (!owner) return children;
  return (
    <FigureLink to={`/explanation/${owner}/${figure}${of ? `/${of}` : ''}`} name={name} onFollow={onFollow}>
      {children}
    </FigureLink>
  );
}
