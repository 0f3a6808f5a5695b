import { confirmDays } from '#auth/contract.ts';
import { fromJsonNumber, percentFromJsonNumber, percentOf, roundDown, toJsonNumber } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { closedHours, removalHours } from '#secondfactor/use-contract.ts';
import type { Figures } from './data.ts';
import { useTimes } from './use-times.ts';

/** A round amount for the example, if the plan offers it. */
const easy = 100;

/** Every figure that an answer may mention, formatted for the language. */
export function useAnswerFigures({ catalog, help }: Figures): Record<string, string> {
  const usd = useUsd();
  const percent = usePercent();
  const { days, hours, minutes } = useTimes();
  const { CancelFee, Periods } = catalog.Stake;
  const amounts = Periods.find(({ Offered }) => Offered)?.Amounts ?? [];
  const example = amounts.includes(easy) ? easy : (amounts[0] ?? 0);
  const fee = toJsonNumber(percentOf(fromJsonNumber(example), percentFromJsonNumber(CancelFee), roundDown));
  return {
    limit: usd(help.Withdrawal.Limit),
    limitTime: hours(help.Withdrawal.LimitHours),
    changeTime: hours(help.Withdrawal.ChangeHours),
    minimum: usd(catalog.Minimums.Deposit),
    rateTime: minutes(help.Rate.MaxAgeMinutes),
    cancelFee: percent(CancelFee),
    example: usd(example),
    exampleFee: usd(fee),
    exampleBack: usd(example - fee),
    bonus: percent(catalog.Network.Bonus),
    capDay: usd(catalog.Network.BonusCapDay),
    capMonth: usd(catalog.Network.BonusCapMonth),
    confirmTime: days(confirmDays),
    removalTime: hours(removalHours),
    closedTime: hours(closedHours),
    cent: usd(0.01),
  };
}
