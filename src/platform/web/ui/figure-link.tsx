import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './figure-link.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface FigureLinkProps {
  to: string;
  /** Router state for the target screen. */
  state?: unknown;
  /** Its visible label, for screen readers. */
  name: string;
  /** Takes the place of the current entry. */
  isInstead?: boolean | undefined;
  children: ReactNode;
}

interface FigureButtonProps extends Pick<FigureLinkProps, 'name' | 'children'> {
  onPress: () => void;
}

/** A figure that opens its explanation over the current screen. */
export function FigureButton({ name, onPress, children }: FigureButtonProps) {
  const t = useTranslations('platform');
  return (
    <button type="button" className={styles.figure} onClick={onPress}>
      {children}
      <VisuallyHidden>{t('why', { figure: name })}</VisuallyHidden>
    </button>
  );
}

/** A figure that links to its explanation. */
export function FigureLink({ to, state, name, isInstead = false, children }: FigureLinkProps) {
  const t = useTranslations('platform');
  return (
    <Link to={to} state={state} className={styles.figure ?? ''} replace={isInstead}>
      {children}
      <VisuallyHidden>{t('why', { figure: name })}</VisuallyHidden>
    </Link>
  );
}
