import { type Micros, usd } from '#money/money.ts';
import { useTypedState } from '#platform/web/loading/typed.ts';
import { useReadAmount, useWriteAmount } from '#money/web/amount-field.tsx';

/** The field's text and the amount it means; initially the decimal that another screen suggested. */
export function useTypedAmount(suggested: string | null): {
  typed: string;
  setTyped: (typed: string) => void;
  amount: Micros | null;
} {
  const read = useReadAmount();
  const write = useWriteAmount();
  const [typed, setTyped] = useTypedState('amount', () =>
    /^\d{1,9}(\.\d{1,2})?$/.test(suggested ?? '') ? write(usd(suggested ?? '')) : '',
  );
  return { typed, setTyped, amount: read(typed) };
}
