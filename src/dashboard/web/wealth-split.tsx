import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import type { EquityPoint } from '../contract.ts';
import { partsOf } from './equity-parts.ts';
import colours from '#platform/web/chart/parts.module.css';
import styles from './wealth-split.module.css';

/** Where the money is now: a bar, and the same in words and figures. */
export function WealthSplit({ today }: { today: EquityPoint }) {
  const t = useTranslations('dashboard');
  const parts = partsOf([today]);
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(
          (part) =>
            today[part] > 0 && (
              <span
                key={part}
                className={classNames(styles.part, colours.part)}
                data-part={part}
                style={{ flexGrow: today[part] }}
              />
            ),
        )}
      </div>
      <dl className={styles.legend} aria-label={t('wealth.share')}>
        {parts.map((part) => (
          <div key={part} className={classNames(styles.entry, colours.part)} data-part={part}>
            <dt>{t(`wealth.${part}`)}</dt>
            <dd>
              <ExplainedFigure
                figure={part === 'Balance' ? 'balance' : `${part.toLowerCase()}-wealth`}
                name={t(`wealth.${part}`)}
              >
                <Amount value={today.Shown[part]} />
              </ExplainedFigure>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
