import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { whatIf } from '#console/treasury-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import styles from './treasury.module.css';

/** So many more stakes: what they would promise, and what would be left. */
export function WhatIf({ periods }: { periods: readonly number[] }) {
  const t = useTranslations('console.treasury.whatIf');
  const [stakes, setStakes] = useState('1000');
  const [days, setDays] = useState(String(periods.at(-2) ?? periods[0] ?? 30));
  const [amount, setAmount] = useState('100');
  const isWhole = /^[1-9]\d{0,5}$/.test(stakes) && /^\d{1,9}(\.\d{1,2})?$/.test(amount);
  const reckoned = useStaffQuery(whatIf, { query: { stakes, days, amount } }, { isOff: !isWhole });
  return (
    <>
      <div className={styles.asked}>
        <TextField label={t('stakes')} inputMode="numeric" value={stakes} onChange={setStakes} maxLength={6} />
        <Select
          label={t('days')}
          value={days}
          onChange={setDays}
          options={periods.map((each) => ({ value: String(each), label: String(each) }))}
        />
        <TextField
          label={t('amount')}
          before="US$"
          inputMode="decimal"
          value={amount}
          onChange={(typed) => setAmount(typed.replace(',', '.'))}
          maxLength={12}
        />
      </div>
      <QueryView query={reckoned} waiting={<SkeletonRows />}>
        {({ Profit, ProfitEach, Principal, Left, LeftThen, Most }) => (
          <>
            <Facts>
              <Fact label={t('principal')}>
                <Amount value={Principal} />
              </Fact>
              <Fact label={t('each')}>
                <Amount value={ProfitEach} />
              </Fact>
              <Fact label={t('profit')}>
                <Amount value={Profit} />
              </Fact>
              <Fact label={t('left')}>
                <Amount value={Left} />
              </Fact>
              <Fact label={t('then')} isResult>
                <Amount value={LeftThen} />
              </Fact>
            </Facts>
            {LeftThen < 0 && <Notice tone="caution">{t('tooMuch', { count: Most })}</Notice>}
          </>
        )}
      </QueryView>
    </>
  );
}
