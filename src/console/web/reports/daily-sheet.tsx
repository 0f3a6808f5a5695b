import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { type DailySheetAnswer, printDaily, readDaily } from '#console/reports-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { saveFile } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { IconBring } from '#platform/web/ui/icons-action.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import { showToast } from '#platform/web/ui/toasts.ts';
import type { Asked } from '../filters.tsx';
import { useAccountName } from '../ledger/legs.tsx';
import { callStaff } from '../queries.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import shared from '../shared.module.css';
import { DayForm, today } from './days-form.tsx';
import { Products } from './daily-products.tsx';
import styles from './reports.module.css';

/** One day on one page. */
export function DailySheet() {
  const [day, setDay] = useState(today);
  const sheet = useStaffQuery(readDaily, { query: { day } }, { isLook: true });
  return (
    <div className={shared.parts}>
      <DayForm value={day} onAsk={(next) => (next === day ? void sheet.refetch() : setDay(next))} />
      <Print day={day} />
      <QueryView query={sheet} waiting={<SkeletonRows />}>
        {(read) => <Sheet sheet={read} />}
      </QueryView>
    </div>
  );
}

/** Saves the day as a PDF. */
function Print({ day }: { day: string }) {
  const t = useTranslations('console.reports');
  const paper = useMutation({
    mutationFn: () => callStaff(printDaily, { query: { day } }),
    meta: { affects: [] },
    onSuccess: ({ Name, Pdf }) => {
      const bytes = Uint8Array.from(atob(Pdf), (letter) => letter.codePointAt(0) ?? 0);
      saveFile(new Blob([bytes], { type: 'application/pdf' }), Name);
    },
    onError: () => showToast('danger', t('notPrinted')),
  });
  return (
    <div>
      <Button icon={<IconBring />} onClick={() => paper.mutate()} isWorking={paper.isPending}>
        {t('print')}
      </Button>
    </div>
  );
}

const figures = ['in', 'out', 'fees', 'awards', 'owed', 'breaks'] as const;
const taxFigures = ['withheld', 'withheldOwed'] as const;

function Sheet({ sheet }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  return (
    <>
      <h2>
        <DateTime value={sheet.Day} /> <span className={styles.note}>{sheet.Zone}</span>
      </h2>
      <Figures sheet={sheet} />
      <HowCounted rules={[...figures, ...(sheet.Taxes ? taxFigures : [])].map((name) => [t(name), t(`why.${name}`)])} />
      <Card title={t('products')}>
        <Products day={sheet.Day} rows={sheet.Products} />
      </Card>
      <div className={styles.pair}>
        <Card title={t('treasury')}>
          <TreasuryDay sheet={sheet} />
        </Card>
        <Card title={t('accounts')}>
          <Standing sheet={sheet} />
        </Card>
      </div>
    </>
  );
}

function Figures({ sheet }: { sheet: DailySheetAnswer }) {
  const { Day, In, Out, Fees, Awards, Bonuses, Breaks, Owed } = sheet;
  const t = useTranslations('console.reports');
  const format = useFormatter();
  const reversed = (amount: number) =>
    amount > 0 && (
      <>
        {' · '}
        {t('reversed')} <Amount value={amount} />
      </>
    );
  const entries = (name: 'in' | 'out' | 'fees' | 'awards', of: Asked, amount: number) => (
    <InBooks asked={{ ...of, from: Day, until: Day }} name={t(name)}>
      <Amount value={amount} />
    </InBooks>
  );
  return (
    <StatTiles>
      <StatTile
        label={t('in')}
        value={entries('in', { kind: 'deposit_settled' }, In.Amount)}
        note={
          <>
            {t('deposits', { count: In.Deposits })}
            {reversed(In.Reversed)}
          </>
        }
      />
      <StatTile
        label={t('out')}
        value={entries('out', { kind: 'withdrawal_settled' }, Out.Amount)}
        note={
          <>
            {t('withdrawals', { count: Out.Withdrawals })}
            {reversed(Out.Reversed)}
          </>
        }
      />
      <StatTile label={t('fees')} value={entries('fees', { account: 'fees' }, Fees)} note={t('feesNote')} />
      <StatTile
        label={t('awards')}
        value={entries('awards', { kind: 'awards_paid' }, Awards)}
        note={
          <>
            {t('bonuses')}{' '}
            <InBooks asked={{ kind: 'network_bonus', from: Day, until: Day }} name={t('bonuses')}>
              <Amount value={Bonuses} />
            </InBooks>
          </>
        }
      />
      <TaxTiles sheet={sheet} />
      <StatTile label={t('owed')} value={<Amount value={Owed} />} note={t('owedNote')} />
      <StatTile
        label={t('breaks')}
        value={Breaks ? <Link to="/reconciliation">{format.number(Breaks.Open)}</Link> : '—'}
        note={Breaks ? t('breaksNote', { count: Breaks.Count }) : t('notCompared')}
      />
    </StatTiles>
  );
}

/** Hidden if no tax was ever withheld. */
function TaxTiles({ sheet: { Day, Taxes } }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  if (!Taxes) return null;
  const inBooks = (amount: number) => (
    <InBooks asked={{ account: 'taxes', from: Day, until: Day }} name={t('withheld')}>
      <Amount value={amount} />
    </InBooks>
  );
  return (
    <>
      <StatTile
        label={t('withheld')}
        value={inBooks(Taxes.Withheld)}
        note={
          <>
            {t('withheldPaid')} <Amount value={Taxes.Paid} />
          </>
        }
      />
      <StatTile label={t('withheldOwed')} value={<Amount value={Taxes.Owed} />} note={t('withheldOwedNote')} />
    </>
  );
}

function TreasuryDay({ sheet: { Day, Treasury } }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  const ofDay = { from: Day, until: Day };
  return (
    <>
      <Facts>
        <Fact label={t('opening')}>
          <Amount value={Treasury.Opening} />
        </Fact>
        <Fact label={t('funded')}>
          <InBooks asked={{ ...ofDay, kind: 'treasury_funded' }} name={t('funded')}>
            <Amount value={Treasury.Funded} />
          </InBooks>
        </Fact>
        <Fact label={t('drawn')}>
          <InBooks asked={{ ...ofDay, kind: 'treasury_drawn' }} name={t('drawn')}>
            <Amount value={Treasury.Drawn} />
          </InBooks>
        </Fact>
        <Fact label={t('closing')} isResult>
          <InBooks asked={{ ...ofDay, account: 'treasury' }} name={t('closing')}>
            <Amount value={Treasury.Closing} />
          </InBooks>
        </Fact>
      </Facts>
      <HowCounted
        rules={(['opening', 'funded', 'drawn', 'closing'] as const).map((name) => [t(name), t(`why.${name}`)])}
      />
    </>
  );
}

function Standing({ sheet: { Day, Accounts, Owed, Taxes } }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  const nameOf = useAccountName();
  return (
    <>
      <Facts>
        {Accounts.map(({ Account, Closing }) => (
          <Fact key={Account} label={nameOf(Account)}>
            <InBooks asked={{ account: Account, from: Day, until: Day }} name={nameOf(Account)}>
              <Amount value={Closing} />
            </InBooks>
          </Fact>
        ))}
        <Fact label={t('owed')} isResult>
          <Amount value={Owed} />
        </Fact>
        {!Taxes && <Fact label={t('withheld')}>{t('withheldNone')}</Fact>}
      </Facts>
      <HowCounted
        rules={[
          [t('accounts'), t('why.account')],
          [t('owed'), t('why.owed')],
        ]}
      />
    </>
  );
}
