import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { fileName } from '#platform/file-name.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { useDate } from '#platform/web/ui/date-time.tsx';
import { IconBring } from '#platform/web/ui/icons-action.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Skeleton, SkeletonBlock, SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { useSite } from '#platform/web/site.ts';
import { useFile } from '#platform/web/use-file.ts';
import { type AccountYear, type YearFormat, yearFormats, yearPath } from '../contract.ts';
import { yearQueries } from './data.ts';
import styles from './years-card.module.css';

/** The documents of each year: one to read and print, one to calculate with. */
export function YearsCard() {
  const t = useTranslations('yearlyStatement');
  const years = useQuery(yearQueries.years);
  return (
    <Card title={t('title')}>
      <p className={styles.lead}>{t('lead')}</p>
      <QueryView query={years} waiting={<Waiting />}>
        {(known) => (
          <ul className={styles.years}>
            {known.map((year) => (
              <YearRow key={year.Year} year={year} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

/** A placeholder in the shape of a loaded year, so that nothing below it shifts. */
function Waiting() {
  return (
    <Skeleton>
      <div className={styles.year}>
        <span className={styles.name}>
          <SkeletonLine width="short" />
          <SkeletonLine width="full" />
        </span>
        <span className={styles.files} data-is="waiting">
          <SkeletonBlock height="small" />
        </span>
      </div>
    </Skeleton>
  );
}

function YearRow({ year: { Year, Until } }: { year: AccountYear }) {
  const t = useTranslations('yearlyStatement');
  const format = useFormatter();
  const formatDate = useDate();
  const name = format.number(Year, { useGrouping: false });
  return (
    <li className={styles.year}>
      <span className={styles.name}>
        <strong>{name}</strong>
        <span className={styles.extent}>{Until === null ? t('whole') : t('until', { date: formatDate(Until) })}</span>
      </span>
      <span className={styles.files}>
        {yearFormats.map((each) => (
          <YearButton key={each} year={Year} name={name} format={each} />
        ))}
      </span>
    </li>
  );
}

function YearButton({ year, name, format }: { year: number; name: string; format: YearFormat }) {
  const t = useTranslations('yearlyStatement');
  const { brand } = useSite();
  const file = useFile({
    path: yearPath(year, format),
    name: fileName([brand, t('fileName', { year: String(year) })], format),
    failed: t('failed'),
  });
  return (
    <Button
      icon={<IconBring size={16} />}
      onClick={file.download}
      isWorking={file.isWorking}
      aria-label={t('download', { format: t(format), year: name })}
    >
      {t(format)}
    </Button>
  );
}
