import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { type Alarm, readToday, type Today } from '#console/today-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { FigureLink } from '#platform/web/ui/figure-link.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import { useRate } from '#wallet/web/use-settled.ts';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { useMe } from '../use-me.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import { screensOf } from '../screens.tsx';
import { Age } from '../age.tsx';
import { HowCounted } from '../why/how-counted.tsx';
import shared from '../shared.module.css';
import styles from './today.module.css';
import { RequestsToDecide, WaitingWithdrawals } from './waiting-lists.tsx';

const everyMs = 15_000;

/** The start page: current problems with what to do about them, and pending work. */
export function TodayPage() {
  const t = useTranslations('console.today');
  const today = useStaffQuery(readToday, {}, { everyMs });
  // Kept here and not in the alarm, which disappears once the books are audited, while the audit's findings have yet to be read.
  const [isAuditing, setIsAuditing] = useState(false);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <QueryView query={today} waiting={<SkeletonRows />}>
        {(read) => (
          <div className={shared.parts}>
            <Alarms today={read} onAudit={() => setIsAuditing(true)} />
            {read.Requests.ToDecide > 0 && <RequestsToDecide />}
            {read.Withdrawals && read.Withdrawals.length > 0 && <WaitingWithdrawals rows={read.Withdrawals} />}
            <Figures today={read} />
            <Rules today={read} />
          </div>
        )}
      </QueryView>
      {isAuditing && <FormDialog command="books audit" onClose={() => setIsAuditing(false)} />}
    </>
  );
}

/** Nothing is called well while somebody waits for the member. */
function Alarms({ today, onAudit }: { today: Today; onAudit: () => void }) {
  const { Alarms: alarms, Requests, Withdrawals, Undecided } = today;
  const t = useTranslations('console.today');
  const tRole = useTranslations('console.roles');
  const format = useFormatter();
  const isWaitedFor = Requests.ToDecide > 0 || (Withdrawals ?? []).length > 0;
  if (alarms.length === 0) return !isWaitedFor && <Notice>{t('allWell')}</Notice>;
  return (
    <ul className={styles.alarms} aria-label={t('alarmsTitle')}>
      {alarms.map((alarm) => (
        <li key={alarm}>
          <Notice tone="caution">
            {t(`alarms.${alarm}`)}
            {alarm === 'nobody_decides' && Undecided && ` ${format.list(Undecided.map((role) => tRole(role)))}.`}{' '}
            <Way alarm={alarm} onAudit={onAudit} />
          </Notice>
        </li>
      ))}
    </ul>
  );
}

/** Where to act on each alarm. Alarms that concern the machine itself have no screen. */
const ways: Partial<Record<Alarm, string>> = {
  transfers_overdue: '/transfers?which=overdue',
  transfers_unknown: '/transfers?which=unknown',
  rates_closed: '/rates',
  treasury_low: '/treasury',
  privacy_overdue: '/privacy',
  nobody_decides: '/staff',
};

function Way({ alarm, onAudit }: { alarm: Alarm; onAudit: () => void }) {
  const t = useTranslations('console');
  const mayAudit = useMay()('books audit');
  const { Role } = useMe();
  const way = ways[alarm];
  const screen = screensOf(Role).find(({ path }) => way?.split('?')[0] === path);
  if (alarm === 'audit_late' || alarm === 'audit_not_compared') {
    return (
      mayAudit && (
        <span className={styles.way}>
          <Button size="small" onClick={onAudit}>
            {t('today.auditNow')}
          </Button>
        </span>
      )
    );
  }
  return way && screen && <Link to={way}>{t(`nav.${screen.name}`)}</Link>;
}

function Figures({ today: { Requests, Transfers, Treasury, Privacy, Mails, Rate, Audit, Replica } }: { today: Today }) {
  const t = useTranslations('console.today');
  const format = useFormatter();
  const formatRate = useRate();
  return (
    <StatTiles>
      <StatTile
        isLead
        label={t('toDecide')}
        value={<Link to="/approvals">{format.number(Requests.ToDecide)}</Link>}
        note={
          <>
            {Requests.Oldest && (
              <>
                {t('oldest')} <Age since={Requests.Oldest} /> ·{' '}
              </>
            )}
            {t('mine', { count: Requests.Mine })}
          </>
        }
      />
      {Transfers && (
        <StatTile
          label={t('transfers')}
          value={<Link to="/transfers">{format.number(Transfers.Open)}</Link>}
          note={t.rich('transfersNote', {
            overdue: Transfers.Overdue,
            unknown: Transfers.Unknown,
            waiting: Transfers.AwaitingApproval,
            late: (words) => <Link to="/transfers?which=overdue">{words}</Link>,
            lost: (words) => <Link to="/transfers?which=unknown">{words}</Link>,
            waits: (words) => <Link to="/transfers?which=waiting">{words}</Link>,
          })}
        />
      )}
      {Transfers && (
        <StatTile
          label={t('brokerage')}
          value={Transfers.Answered ? <DateTime value={Transfers.Answered} show="minute" /> : '—'}
          note={t('brokerageNote')}
        />
      )}
      {Treasury && (
        <StatTile
          label={t('left')}
          value={
            <FigureLink to="/treasury" name={t('left')}>
              <Amount value={Treasury.Left} />
            </FigureLink>
          }
          note={Treasury.RunwayDays === null ? t('noPace') : t('runway', { count: Treasury.RunwayDays })}
        />
      )}
      {Treasury && (
        <StatTile
          label={t('due')}
          value={
            <FigureLink to="/treasury/positions?days=30" name={t('due')}>
              <Amount value={Treasury.Due} />
            </FigureLink>
          }
          note={t('dueNote')}
        />
      )}
      {Mails && (
        <StatTile
          label={t('mails')}
          value={format.number(Mails.Stuck)}
          note={
            <>
              {t('mailsNote', { lost: Mails.Lost })}
              {Mails.Said && <bdi> · {Mails.Said}</bdi>}
            </>
          }
        />
      )}
      {Privacy && (
        <StatTile
          label={t('privacy')}
          value={<Link to="/privacy">{format.number(Privacy.Open)}</Link>}
          note={
            <>
              {t('privacyNote', { overdue: Privacy.Overdue })}
              {Privacy.NextDue && (
                <>
                  {' · '}
                  {t('privacyNext')} <DateTime value={Privacy.NextDue} />
                </>
              )}
            </>
          }
        />
      )}
      {Rate && (
        <StatTile
          label={t('rate')}
          value={Rate.High === null ? t('closed') : formatRate(Rate.High)}
          note={Rate.At && <DateTime value={Rate.At} show="minute" />}
        />
      )}
      {Audit && (
        <StatTile
          label={t('audit')}
          value={t('findings', { count: Audit.Findings })}
          note={
            <>
              <bdi>{Audit.By}</bdi> · <DateTime value={Audit.At} show="minute" />
            </>
          }
        />
      )}
      {Replica && (
        <StatTile
          label={t('replica')}
          value={
            Replica.BehindSeconds === null ? t('replicaAway') : t('replicaBehind', { seconds: Replica.BehindSeconds })
          }
          note={t('replicaNote')}
        />
      )}
    </StatTiles>
  );
}

/** How each visible figure is counted. */
function Rules({ today: { Transfers, Treasury, Privacy, Mails, Rate, Audit } }: { today: Today }) {
  const t = useTranslations('console.today');
  const shown = [
    ['toDecide', true],
    ['transfers', Transfers],
    ['left', Treasury],
    ['due', Treasury],
    ['privacy', Privacy],
    ['mails', Mails],
    ['rate', Rate],
    ['audit', Audit],
  ] as const;
  return <HowCounted rules={shown.filter(([, is]) => is).map(([name]) => [t(name), t(`why.${name}`)])} />;
}
