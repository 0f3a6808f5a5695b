import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { listRequests } from '#console/contract.ts';
import type { Today } from '#console/today-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Age } from '../age.tsx';
import { Sentence } from '../commands/sentence.tsx';
import { useStaffPages } from '../use-staff-query.ts';
import styles from './today.module.css';

const everyMs = 15_000;
const mostShown = 5;

/** What others ask for and the member may decide on, the longest waiting first; each opens at once. */
export function RequestsToDecide() {
  const t = useTranslations('console');
  const open = useStaffPages(listRequests, { query: { state: 'open' } }, { everyMs });
  const rows = (open.data?.pages ?? []).flatMap((page) => page.rows).filter(({ Mine }) => Mine === 'decide');
  if (rows.length === 0) return null;
  return (
    <Card title={t('today.toDecide')} action={<Link to="/approvals">{t('today.seeAll')}</Link>}>
      <ul className={styles.waiting}>
        {rows
          .toReversed()
          .slice(0, mostShown)
          .map(({ Id, Sentence: said, Maker, Made }) => (
            <li key={Id}>
              <Link to={`/approvals/${Id}`}>
                <Sentence parts={said} isPlain />
              </Link>
              <span className={styles.since}>
                <bdi>{Maker.Name}</bdi> · <Age since={Made} />
              </span>
            </li>
          ))}
      </ul>
    </Card>
  );
}

/** Withdrawals that nobody has decided on yet; each opens ready to be approved. */
export function WaitingWithdrawals({ rows }: { rows: NonNullable<Today['Withdrawals']> }) {
  const t = useTranslations('console');
  return (
    <Card title={t('today.withdrawals')} action={<Link to="/transfers?which=waiting">{t('today.seeAll')}</Link>}>
      <ul className={styles.waiting}>
        {rows.map(({ Id, Customer, Amount: usd, Asked, Because }) => (
          <li key={Id}>
            <Link to={`/transfers/${Id}?which=waiting&approve=yes`}>
              <Amount value={usd} /> · <bdi>{Customer.Name}</bdi>
            </Link>
            <span className={styles.since}>
              {Because && `${t(`transfers.waits.${Because}`)} · `}
              <DateTime value={Asked} show="minute" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
