import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { directionOf } from '#platform/languages.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { useDecimalSign } from '#platform/web/i18n/use-read-decimal.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { type Micros, toJsonNumber, zero } from '../money.ts';
import { readAmount } from './read-amount.ts';

interface AmountFieldProps {
  label: string;
  /** The text as typed; {@link useReadAmount} interprets it. */
  value: string;
  onChange: (typed: string) => void;
  /** Called on blur with the amount; null if the text is not an amount. */
  onLeave?: (amount: Micros | null) => void;
  /** A button that fills in everything available, in whole cents; hidden if that is zero. */
  all?: { amount: Micros; label: string } | undefined;
  hint?: ReactNode;
  error?: ReactNode;
}

/** An amount in dollars, typed in the reader's own number format. On blur it is written out in full, or flagged if it is not one. */
export function AmountField({ value, onChange, onLeave, all, error, ...field }: AmountFieldProps) {
  const t = useTranslations('money');
  const read = useReadAmount();
  const write = useWriteAmount();
  const { sign, isBefore } = useDollarSign();
  const [isLeft, setIsLeft] = useState(false);
  const amount = read(value);
  const isWrong = amount === null && value.trim() !== '';
  function tidy() {
    setIsLeft(true);
    if (amount !== null) onChange(write(amount));
    onLeave?.(amount);
  }
  function type(typed: string) {
    setIsLeft(false);
    onChange(typed);
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
      error={error || (isLeft && isWrong && t('invalid'))}
      onChange={type}
      onBlur={tidy}
    />
  );
}

/**
 * The dollar sign (`US$`, `$`) and its side, as in the reader's language. In Persian it is to the left of the amount, which is after the
 * typed text.
 */
function useDollarSign(): { sign: string; isBefore: boolean } {
  const format = useFormatter();
  const { language } = useLanguage();
  const written = format.number(0, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
  const isLeft = !/^\p{Nd}/u.test(written);
  return { sign: written.replace(/[^\p{L}$]/gu, ''), isBefore: isLeft === (directionOf(language) === 'ltr') };
}

/** Parses the typed text; null if it is not an amount. */
export function useReadAmount(): (typed: string) => Micros | null {
  const sign = useDecimalSign();
  return (typed) => readAmount(typed, sign);
}

/** Formats an amount without the dollar sign, as in the field: `1.234,50`. */
export function useWriteAmount(): (amount: Micros) => string {
  const format = useFormatter();
  return (amount) =>
    format.number(toJsonNumber(amount), {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      useGrouping: 'always',
    });
}
