import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { Figures } from './data.ts';
import { Section } from './section.tsx';

interface FeeRow {
  what: string;
  cost: string;
}

/** What costs something, and what does not. */
export function FeesSection({ catalog: { Fees, Stake, Primezord } }: Pick<Figures, 'catalog'>) {
  const t = useTranslations('helpPage.fees');
  const title = useTranslations('help.topics.fees')('title');
  const percent = usePercent();
  const usd = useUsd();
  const part = (fee: number): string => (fee > 0 ? t('ofAmount', { percent: percent(fee) }) : t('free'));
  const rows: FeeRow[] = [
    { what: t('bring'), cost: part(Fees.Deposit) },
    { what: t('withdrawBrl'), cost: part(Fees.WithdrawBrl) },
    { what: t('withdrawUsdt'), cost: part(Fees.WithdrawUsdt) },
    { what: t('cancelStake'), cost: t('cancelCost', { percent: percent(Stake.CancelFee) }) },
    { what: t('primezord'), cost: t('once', { amount: usd(Primezord.EntryFee) }) },
    { what: t('others'), cost: t('free') },
  ];
  const columns: Column<FeeRow>[] = [
    { id: 'what', header: t('what'), place: 'title', cell: ({ what }) => what },
    { id: 'cost', header: t('cost'), place: 'main', align: 'end', cell: ({ cost }) => cost },
  ];
  return (
    <Section topic="fees">
      <Table caption={title} columns={columns} rows={rows} rowKey={({ what }) => what} />
    </Section>
  );
}
