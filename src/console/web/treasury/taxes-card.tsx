import { useTranslations } from 'use-intl';
import type { Treasury } from '#console/treasury-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { CommandButton } from '../commands/form-dialog.tsx';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import styles from './treasury.module.css';

/** Taxes withheld from profits, the part paid to the authority, and the part still owed. */
export function TaxesCard({ taxes }: { taxes: NonNullable<Treasury['Taxes']> }) {
  const t = useTranslations('console.treasury.taxes');
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
        <CommandButton command="taxes pay" />
        {taxes.Paid > 0 && <CommandButton command="taxes return" />}
      </div>
      <HowCounted rules={(['withheld', 'paid', 'owed'] as const).map((name) => [t(name), t(`why.${name}`)])} />
    </Card>
  );
}
