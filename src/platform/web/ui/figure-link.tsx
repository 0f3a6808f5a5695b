import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './figure-link.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface FigureLinkProps {
  to: string;
  /** What the screen behind it is told. */
  state?: unknown;
  /** As it is called beside it, for whoever listens. */
  name: string;
  /** Told when it is activated. */
  onFollow?: (() => void) | undefined;
  children: ReactNode;
}

interface FigureButtonProps extends Pick<FigureLinkProps, 'name' | 'children'> {
  onPress: () => void;
}

/** A figure that opens what it is made of over the screen that it stands on. */
export function FigureButton({ name, onPress, children }: FigureButtonProps) {
  const t = useTranslations('platform');
  return (
    <button type="button" className={styles.figure} onClick={onPress}>
      {children}
      <VisuallyHidden>{t('why', { name })}</VisuallyHidden>
    </button>
  );
}

/** A figure that leads to what it is made of. */
export function FigureLink({ to, state, name, onFollow, children }: FigureLinkProps) {
  const t = useTranslations('platform');
  return (
    <Link to={to} state={state} className={styles.figure ?? ''} onClick={onFollow}>
      {children}
      <VisuallyHidden>{t('why', { name })}</VisuallyHidden>
    </Link>
  );
}
