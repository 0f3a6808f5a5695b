import { useEffect } from 'react';
import { holdCalm } from '#platform/web/loading/calm.ts';
import { Skeleton, SkeletonBlock, SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import styles from './page-skeleton.module.css';

/** The shape of most screens: a title, figures, a list. While it shows, its screen's file is loading and has not fetched any data yet. */
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
