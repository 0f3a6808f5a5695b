import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import type { EquityPoint } from '../contract.ts';
import type { EquityPart } from './equity-parts.ts';
import styles from './equity-reading.module.css';
import colours from './parts.module.css';

interface EquityReadingProps {
  day: EquityPoint;
  parts: readonly EquityPart[];
}

/** The day that is looked at, in figures; also what the colours mean. */
export function EquityReading({ day, parts }: EquityReadingProps) {
  const t = useTranslations('dashboard.parts');
  return (
    <dl className={styles.reading}>
      <div className={styles.entry}>
        <dt>
          <DateTime value={day.Date} />
        </dt>
        <dd>
          <Amount value={day.Total} />
        </dd>
      </div>
      {parts.map((part) => (
        <div key={part} className={classNames(styles.entry, colours.part)} data-part={part}>
          <dt>{t(part)}</dt>
          <dd>
            <Amount value={day[part]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
