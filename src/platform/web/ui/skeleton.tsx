import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type SkeletonWidth = 'short' | 'half' | 'long' | 'full';

/** A placeholder for a line of text, in that text's height. */
export function SkeletonLine({
  width = 'half',
  size = 14,
}: {
  width?: SkeletonWidth;
  size?: 12 | 14 | 20 | 28 | 'total';
}) {
  return <span className={styles.line} data-width={width} data-size={size} />;
}

/** A placeholder block: `small` for a control, `medium` for a tile, `large` for a chart. */
export function SkeletonBlock({ height = 'medium' }: { height?: 'small' | 'medium' | 'large' }) {
  return <span className={styles.block} data-height={height} />;
}

/** Groups the skeletons of one place and announces once that it is loading. */
export function Skeleton({ children }: { children: ReactNode }) {
  const t = useTranslations('platform');
  return (
    <div className={styles.skeleton} aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {children}
    </div>
  );
}

export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  return (
    <Skeleton>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.row}>
          <SkeletonLine width="long" />
          <SkeletonLine width="half" />
          <SkeletonLine width="short" />
        </span>
      ))}
    </Skeleton>
  );
}
