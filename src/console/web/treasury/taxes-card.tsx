import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Treasury } from '#console/treasury-contract.ts';
import { toDecimal, zero } from '#money/money.ts';
import { AmountField, useReadAmount } from '#money/web/amount-field.tsx';
import { Amount } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import styles from './treasury.module.css';

type Way = 'pay' | 'return';

/** What was withheld of profits, what of it the authority has, and what is owed to it. */
export function TaxesCard({ taxes }: { taxes: NonNullable<Treasury['Taxes']> }) {
  const t = useTranslations('console.treasury.taxes');
  const [way, setWay] = useState<Way | null>(null);
  const may = useMay();
  return (
    <Card title={t('title')}>
      <Facts>
        <Fact label={t('withheld')}>
          <Amount value={taxes.Withheld} />
        </Fact>
        <Fact label={t('paid')}>
          <InBooks asked={{ account: 'authority' }} name={t('paid')}>
            <Amount value={taxes.Paid} />
          </InBooks>
        </Fact>
        <Fact label={t('owed')} isResult>
          <InBooks asked={{ account: 'taxes' }} name={t('owed')}>
            <Amount value={taxes.Owed} />
          </InBooks>
        </Fact>
      </Facts>
      <div className={styles.ways}>
        {may('taxes pay') && <Button onClick={() => setWay('pay')}>{t('pay')}</Button>}
        {may('taxes return') && taxes.Paid > 0 && <Button onClick={() => setWay('return')}>{t('return')}</Button>}
      </div>
      <HowCounted rules={(['withheld', 'paid', 'owed'] as const).map((name) => [t(name), t(`why.${name}`)])} />
      {way && <WayDialog way={way} onClose={() => setWay(null)} />}
    </Card>
  );
}

function WayDialog({ way, onClose }: { way: Way; onClose: () => void }) {
  const t = useTranslations('console.treasury');
  const [typed, setTyped] = useState('');
  const amount = useReadAmount()(typed);
  return (
    <CommandDialog
      command={`taxes ${way}`}
      words={[amount === null ? '' : toDecimal(amount)]}
      title={t(`taxes.${way}`)}
      lead={t(`taxes.${way}Lead`)}
      submit={t(`taxes.${way}`)}
      isDangerous={way === 'pay'}
      isIncomplete={amount === null || amount <= zero}
      onClose={onClose}
    >
      <AmountField label={t('amount')} value={typed} onChange={setTyped} />
    </CommandDialog>
  );
}
