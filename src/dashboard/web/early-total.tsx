import amount from '#money/web/amount.module.css';
import { classNames } from '#platform/web/ui/class-names.ts';
import figure from '#platform/web/ui/figure-link.module.css';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import styles from './early-total.module.css';
import card from './wealth-card.module.css';

/**
 * The skeleton of the total. The script in the head writes the total over it as soon as it is answered (app/web/first-page/show-total.ts),
 * while the application is still loading. It occupies the final position, and React does not manage its content.
 */
export function EarlyTotal() {
  return (
    <div className={styles.place}>
      <p className={classNames(card.total, styles.early)} data-early="total" hidden>
        <span translate="no" className={figure.figure}>
          <span className={amount.amount} dangerouslySetInnerHTML={nothing} />
        </span>
      </p>
      <SkeletonLine width="half" size="total" />
    </div>
  );
}

const nothing = { __html: '' };
