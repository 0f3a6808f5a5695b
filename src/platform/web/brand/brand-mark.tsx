import styles from './brand-mark.module.css';

/** Strata: each layer heavier than the one it carries, gold at the bottom. The ballast that gives the product its name. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} aria-hidden="true" focusable="false" className={styles.mark}>
      <rect x="9" y="4" width="10" height="3" rx="1.5" className={styles.light} />
      <rect x="6" y="9.5" width="16" height="4.5" rx="2.25" className={styles.middle} />
      <rect x="3" y="16.5" width="22" height="7.5" rx="3" className={styles.ballast} />
    </svg>
  );
}
