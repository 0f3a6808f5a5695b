import amount from '#money/web/amount.module.css';
import { classNames } from '#platform/web/ui/class-names.ts';
import figure from '#platform/web/ui/figure-link.module.css';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import styles from './early-total.module.css';
import card from './wealth-card.module.css';

/**
 * The outline of the total, over which the script in the head writes it as soon as it is answered (app/web/first-page/show-total.ts),
 * while the application is still on its way. It stands where it will, and what is written into it is not React's.
 */
export function EarlyTotal() {
  return (
    <div className={styles.place}>
      <p className={classNames(card.total, styles.early)} data-early="total" hidden>
        <span className={figure.figure}>
          <span className={amount.amount} dangerouslySetInnerHTML={nothing} />
        </span>
      </p>
      <SkeletonLine width="half" size="total" />
    </div>
  );
}

const nothing = { __html: '' };
