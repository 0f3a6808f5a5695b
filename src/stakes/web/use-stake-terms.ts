import { useFormatter, useTranslations } from 'use-intl';
import { percentFromJsonNumber, toJsonNumber, usd } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { useSite } from '#platform/web/site.ts';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { splitByFee } from '#positions/promised-profit.ts';
import type { ProductTerms } from '#positions/web/product-terms.ts';
import { useTaxRule } from '#positions/web/withheld.tsx';
import type { StakeOffer } from '../contract.ts';

const example = usd('100');

/** What a stake is, what it costs to leave, and what can go wrong, with current figures. */
export function useStakeTerms({ Periods, CancelFee, TaxRate }: StakeOffer): ProductTerms {
  const t = useTranslations('stakes.newStake');
  const format = useFormatter();
  const percent = usePercent();
  const formatUsd = useUsd();
  const { riskNote } = useSite();
  const tax = useTaxRule(TaxRate);
  const offered = Periods.filter(({ Offered }) => Offered);
  const rates = offered.map(({ Rate }) => Rate);
  const { refund } = splitByFee(example, percentFromJsonNumber(CancelFee));
  const days = offered.map(({ Days }) => format.number(Days));
  return {
    term: t('termText', { days: format.list(days, { type: 'disjunction' }) }),
    return: t('returnText', {
      low: percent(Math.min(...rates)),
      high: percent(Math.max(...rates)),
      isTaxed: String(TaxRate !== undefined),
    }),
    exit: t('exitText', {
      fee: percent(CancelFee),
      amount: formatUsd(toJsonNumber(example)),
      refund: formatUsd(toJsonNumber(refund)),
    }),
    risk: riskNote || t('riskText'),
    tax,
  };
}
