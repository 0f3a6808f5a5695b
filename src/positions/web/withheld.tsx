import { useTranslations } from 'use-intl';
import { type Micros, toJsonNumber } from '#money/money.ts';
import { Amount } from '#money/web/amount.tsx';
import { Fact } from '#platform/web/ui/facts.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { taxRateOf, withheldTax } from '../promised-profit.ts';

interface TaxProps {
  /** Per cent of the profit; undefined if nothing is withheld, and then nothing is shown. */
  taxRate: number | undefined;
}

/** A line of the summary: the tax that will be withheld from the profit. */
export function TaxFact({ profit, taxRate }: TaxProps & { profit: Micros }) {
  const t = useTranslations('positions.taxes');
  const percent = usePercent();
  if (taxRate === undefined) return null;
  return (
    <Fact label={t('fact', { rate: percent(taxRate) })}>
      <Amount value={-toJsonNumber(withheldTax(profit, taxRateOf(taxRate)))} tone="moved" />
    </Fact>
  );
}

/** The rule in a sentence or two; null if nothing is withheld. */
export function useTaxRule(taxRate: number | undefined): string | null {
  const t = useTranslations('positions.taxes');
  const percent = usePercent();
  return taxRate === undefined ? null : t('rule', { rate: percent(taxRate) });
}
