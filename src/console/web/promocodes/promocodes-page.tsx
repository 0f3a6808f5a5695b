import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { listPromocodes, type ShownPromocode } from '#console/promocodes-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { CommandButton, FormDialog } from '../commands/form-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { List } from '../list.tsx';
import { UsesDialog } from './uses-dialog.tsx';
import styles from './promocodes.module.css';

const everyMs = 30_000;
const tones = { upcoming: 'running', active: 'good', used_up: 'neutral', expired: 'neutral' } as const;

type Asked = { what: 'end' | 'uses'; code: ShownPromocode };

/** The vault's promotional codes: creating them, their uses, ending them. */
export function PromocodesPage() {
  const t = useTranslations('console.promocodes');
  const may = useMay();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
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
        columns={useColumns(may('promocode end'), setAsked)}
        rowKey={({ Code }) => Code}
        empty={t('empty')}
      />
      {asked?.what === 'uses' && <UsesDialog code={asked.code.Code} onClose={close} />}
      {asked?.what === 'end' && (
        <FormDialog command="promocode end" given={{ code: asked.code.Code }} isDangerous onClose={close}>
          <code>{asked.code.Code}</code>
        </FormDialog>
      )}
    </>
  );
}

function useColumns(mayEnd: boolean, onAsk: (asked: Asked) => void): Column<ShownPromocode>[] {
  const t = useTranslations('console.promocodes');
  return [
    { id: 'code', header: t('code'), place: 'title', cell: ({ Code }) => <code>{Code}</code> },
    {
      id: 'state',
      header: t('state'),
      place: 'main',
      cell: ({ State }) => <StatusBadge tone={tones[State]}>{t(`states.${State}`)}</StatusBadge>,
    },
    { id: 'points', header: t('points'), align: 'end', cell: ({ Points }) => t('pointsOf', { points: Points }) },
    { id: 'minimum', header: t('minimum'), align: 'end', cell: ({ Minimum }) => <Amount value={Minimum} /> },
    {
      id: 'uses',
      header: t('uses'),
      align: 'end',
      cell: ({ Uses, UsesAllowed }) => t('usesOf', { used: Uses, allowed: UsesAllowed }),
    },
    {
      id: 'promised',
      header: t('promised'),
      align: 'end',
      cell: ({ Promised, MostPromised }) =>
        t.rich('promisedOf', {
          promised: () => <Amount value={Promised} />,
          most: () => <Amount value={MostPromised} />,
        }),
    },
    {
      id: 'days',
      header: t('valid'),
      cell: ({ From, Until, Ended }) => (
        <>
          <DateTime value={From} show="minute" /> –{' '}
          <DateTime value={Ended && Ended < Until ? Ended : Until} show="minute" />
        </>
      ),
    },
    {
      id: 'ways',
      header: t('ways'),
      place: 'action',
      cell: (code) => (
        <span className={styles.ways}>
          <Button
            size="small"
            aria-label={t('usesOfThis', { code: code.Code })}
            onClick={() => onAsk({ what: 'uses', code })}
          >
            {t('seeUses')}
          </Button>
          {mayEnd && code.State !== 'expired' && (
            <Button
              size="small"
              aria-label={t('endThis', { code: code.Code })}
              onClick={() => onAsk({ what: 'end', code })}
            >
              {t('end')}
            </Button>
          )}
        </span>
      ),
    },
  ];
}
