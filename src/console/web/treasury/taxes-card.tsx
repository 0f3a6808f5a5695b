import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Treasury } from '#console/treasury-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { useMay } from '../commands/use-command.ts';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import { AmountCommandDialog } from './amount-command-dialog.tsx';
import styles from './treasury.module.css';

type Way = 'pay' | 'return';

/** Taxes withheld from profits, the part paid to the authority, and the part still owed. */
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
      {way && (
        <AmountCommandDialog
          command={`taxes ${way}`}
          title={t(way)}
          lead={t(`${way}Lead`)}
          submit={t(way)}
          isDangerous={way === 'pay'}
          onClose={() => setWay(null)}
        />
      )}
    </Card>
  );
}
