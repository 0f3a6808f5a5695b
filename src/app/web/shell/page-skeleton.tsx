import { useEffect } from 'react';
import { holdCalm } from '#platform/web/loading/calm.ts';
import { Skeleton, SkeletonBlock, SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import styles from './page-skeleton.module.css';

/** The shape most screens have: a title, figures, a list. While it stands its screen's file is on its way, and has asked for nothing yet. */
export function PageSkeleton() {
  useEffect(holdCalm, []);
  return (
    <Skeleton>
      <SkeletonLine width="short" size={28} />
      <div className={styles.tiles}>
        <SkeletonBlock />
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
      <SkeletonBlock height="large" />
    </Skeleton>
  );
}
