import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import type { MaturityMonth } from '../contract.ts';
import { type MonthPart, namesOfParts } from './month-parts.ts';
import styles from './month-reading.module.css';
import { totalOf } from './month-totals.ts';
import colours from './parts.module.css';
import { useMonthName } from './use-month-name.ts';

interface MonthReadingProps {
  month: MaturityMonth;
  parts: readonly MonthPart[];
}

/** The month that is looked at, in figures; also what the colours mean. */
export function MonthReading({ month, parts }: MonthReadingProps) {
  const t = useTranslations('promises.products');
  const monthName = useMonthName();
  return (
    <dl className={styles.reading}>
      <div className={styles.entry}>
        <dt>{monthName(month.Start)}</dt>
        <dd>
          <Amount value={totalOf([month]).total} />
        </dd>
      </div>
      {parts.map((part) => (
        <div key={part} className={classNames(styles.entry, colours.part)} data-part={part}>
          <dt>{t(namesOfParts[part])}</dt>
          <dd>
            <Amount value={month[part]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
