import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { whatIf } from '#console/treasury-contract.ts';
import { toDecimal, usd, zero } from '#money/money.ts';
import { AmountField, useReadAmount, useWriteAmount } from '#money/web/amount-field.tsx';
import { Amount } from '#money/web/amount.tsx';
import { useReadDecimal } from '#platform/web/i18n/use-read-decimal.ts';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { HowCounted } from '../why/how-counted.tsx';
import styles from './treasury.module.css';

/** How much a number of additional stakes would promise, and how much treasury would be left. */
export function WhatIf({ periods }: { periods: readonly number[] }) {
  const t = useTranslations('console.treasury.whatIf');
  const [stakes, setStakes] = useState('1000');
  const [days, setDays] = useState(String(periods.at(-2) ?? periods[0] ?? 30));
  const [read, write] = [useReadAmount(), useWriteAmount()];
  const [typed, setTyped] = useState(() => write(usd('100')));
  const amount = read(typed);
  const count = useReadDecimal()(stakes, 0) ?? '';
  const isWhole = /^[1-9]\d{0,5}$/.test(count) && amount !== null && amount > zero;
  const asked = { stakes: count, days, amount: toDecimal(amount ?? zero) };
  const reckoned = useStaffQuery(whatIf, { query: asked }, { isOff: !isWhole });
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
        <AmountField label={t('amount')} value={typed} onChange={setTyped} />
      </div>
      <QueryView query={reckoned} waiting={isWhole && <SkeletonRows rows={5} />}>
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
            <HowCounted
              rules={(['principal', 'each', 'profit', 'then'] as const).map((name) => [t(name), t(`why.${name}`)])}
            />
            {LeftThen < 0 && <Notice tone="caution">{t('tooMuch', { count: Most })}</Notice>}
          </>
        )}
      </QueryView>
    </>
  );
}
