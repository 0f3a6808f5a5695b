import { useTranslations } from 'use-intl';
import { Route, Routes } from 'react-router';
import { listPromocodes, type ShownPromocode } from '#console/promocodes-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { FigureLink } from '#platform/web/ui/figure-link.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { CommandButton } from '../commands/form-dialog.tsx';
import { useRowCommands } from '../commands/row-commands.tsx';
import { List } from '../list.tsx';
import { UsesDialog } from './uses-dialog.tsx';
import { amountColumn, column, figureColumn } from '../columns.tsx';

const everyMs = 30_000;
const tones = { upcoming: 'running', active: 'good', used_up: 'neutral', expired: 'neutral' } as const;

/** The vault's promotional codes: creating them, their uses, ending them. */
export function PromocodesPage() {
  const t = useTranslations('console.promocodes');
  const end = useRowCommands<ShownPromocode>(['promocode end'], ({ Code: code, State }) => {
    const given = { code };
    const about = <code>{code}</code>;
    const way = { command: 'promocode end', given, label: t('end'), name: t('endThis', given), about };
    return State === 'expired' ? [] : [way];
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={<CommandButton kind="primary" command="promocode create" />}
      />
      <List
        of={listPromocodes}
        everyMs={everyMs}
        caption={t('title')}
        columns={[...useColumns(), ...end.columns]}
        rowKey={({ Code }) => Code}
        empty={t('empty')}
      />
      {end.form}
      <Routes>
        <Route path=":code" element={<UsesDialog />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  );
}

function useColumns(): Column<ShownPromocode>[] {
  const t = useTranslations('console.promocodes');
  return [
    column(t('code'), ({ Code }) => <code>{Code}</code>, 'title'),
    column(t('state'), ({ State }) => <StatusBadge tone={tones[State]}>{t(`states.${State}`)}</StatusBadge>, 'main'),
    figureColumn(t('points'), ({ Points }) => t('pointsOf', { points: Points })),
    amountColumn(t('minimum'), ({ Minimum }) => Minimum),
    figureColumn(t('uses'), ({ Code: code, Uses, UsesAllowed }) => (
      <FigureLink to={code} name={t('usesOfThis', { code })}>
        {t('usesOf', { used: Uses, allowed: UsesAllowed })}
      </FigureLink>
    )),
    figureColumn(t('promised'), ({ Promised, MostPromised }) => (
      <>
        {t.rich('promisedOf', {
          promised: () => <Amount value={Promised} />,
          most: () => <Amount value={MostPromised} />,
        })}
      </>
    )),
    column(t('valid'), ({ From, Until, Ended }) => (
      <>
        <DateTime value={From} show="minute" /> –{' '}
        <DateTime value={Ended && Ended < Until ? Ended : Until} show="minute" />
      </>
    )),
  ];
}
