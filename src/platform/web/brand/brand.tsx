import { useSite } from '../site.ts';
import { BrandMark } from './brand-mark.tsx';
import styles from './brand.module.css';

/** The logo and the installation's own name. */
export function Brand() {
  const { brand } = useSite();
  return (
    <span translate="no" className={styles.brand}>
      <BrandMark />
      <span className={styles.name}>{brand}</span>
    </span>
  );
}
