import { Skeleton, SkeletonBlock, SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import styles from './page-skeleton.module.css';

/** The shape of most screens: a title, figures, a list. */
export function PageSkeleton() {
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
