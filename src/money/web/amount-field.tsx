import type { ReactNode } from 'react';
import { useFormatter } from 'use-intl';
import { directionOf } from '#platform/languages.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { type Micros, toJsonNumber, zero } from '../money.ts';
import { readAmount } from './read-amount.ts';

interface AmountFieldProps {
  label: string;
  /** As it was typed; {@link useReadAmount} says what it means. */
  value: string;
  onChange: (typed: string) => void;
  /** Told what it means once it is left; null when that is no amount. */
  onLeave?: (amount: Micros | null) => void;
  /** One press that fills in all there is, as far as it is whole cents; not offered for nothing. */
  all?: { amount: Micros; label: string } | undefined;
  hint?: ReactNode;
  error?: ReactNode;
}

/** An amount in dollars, typed in the reader's own way of writing numbers and written out in full once left. */
export function AmountField({ value, onChange, onLeave, all, ...field }: AmountFieldProps) {
  const read = useReadAmount();
  const write = useWriteAmount();
  const { sign, isBefore } = useDollarSign();
  function tidy() {
    const amount = read(value);
    if (amount !== null) onChange(write(amount));
    onLeave?.(amount);
  }
  return (
    <TextField
      {...field}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      before={isBefore ? sign : undefined}
      placeholder={write(zero)}
      unit={isBefore ? undefined : sign}
      after={
        all &&
        all.amount > zero && (
          <Button kind="quiet" size="small" onClick={() => onChange(write(all.amount))}>
            {all.label}
          </Button>
        )
      }
      value={value}
      onChange={onChange}
      onBlur={tidy}
    />
  );
}

/** `US$`, `$`: on the side of an amount where the reader's language has it; that of a Persian one is to its left, which is behind what is typed. */
function useDollarSign(): { sign: string; isBefore: boolean } {
  const format = useFormatter();
  const { language } = useLanguage();
  const written = format.number(0, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
  const isLeft = !/^\p{Nd}/u.test(written);
  return { sign: written.replace(/[^\p{L}$]/gu, ''), isBefore: isLeft === (directionOf(language) === 'ltr') };
}

/** What was typed, null when it is no amount. */
export function useReadAmount(): (typed: string) => Micros | null {
  const format = useFormatter();
  const sign = format.number(0.5, { minimumFractionDigits: 1 }).replace(/[\p{Nd}\u200e\u200f]/gu, '');
  return (typed) => readAmount(typed, sign);
}

/** `1.234,50`: the figures alone, as the field shows them. */
export function useWriteAmount(): (amount: Micros) => string {
  const format = useFormatter();
  return (amount) =>
    format.number(toJsonNumber(amount), {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      useGrouping: 'always',
    });
}
