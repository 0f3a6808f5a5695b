import { useTranslations } from 'use-intl';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { onSession, readUuid } from '../session.ts';
import styles from './explained-figure.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

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
  const t = useTranslations('platform');
  const owner = useSyncExternalStore(onSession, readUuid);
  if (!owner) return children;
  return (
    <Link
      to={`/explanation/${owner}/${figure}${of ? `/${of}` : ''}`}
      className={styles.figure ?? ''}
      onClick={onFollow}
    >
      {children}
      <VisuallyHidden>{t('why', { name })}</VisuallyHidden>
    </Link>
  );
}
