import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { toDecimal } from '#money/money.ts';
import { AmountField, useReadAmount } from '#money/web/amount-field.tsx';
import { useReadDecimal } from '#platform/web/i18n/use-read-decimal.ts';
import { TextField, type TextFieldProps } from '#platform/web/ui/text-field.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { DayField } from '../day-field.tsx';
import styles from './promocodes.module.css';

const nothing = { code: '', points: '', uses: '', perCustomer: '1', min: '0', from: '', until: '' };
const day = /^\d{4}-\d{2}-\d{2}$/;

/** A new code: percentage points, number of uses, minimum amount and validity. */
export function NewCodeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('console.promocodes');
  const [typed, setTyped] = useState(nothing);
  const { code, points, uses, perCustomer, from, until } = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, value.trim()]),
  ) as typeof nothing;
  const min = useReadAmount()(typed.min);
  const read = useReadDecimal();
  const added = read(points, 2);
  const [times, timesEach] = [read(uses, 0), read(perCustomer, 0)];
  const isWhole =
    /^[A-Za-z0-9][\w-]{1,31}$/.test(code) &&
    added !== null &&
    min !== null &&
    [times, timesEach].every((each) => /^[1-9]\d{0,6}$/.test(each ?? '')) &&
    [from, until].every((each) => day.test(each));
  const field = (name: keyof typeof nothing, label: string) => ({
    label,
    value: typed[name],
    onChange: (value: string) =>
      setTyped((before) => ({ ...before, [name]: name === 'code' ? value.toUpperCase() : value })),
  });
  const count: Partial<TextFieldProps> = { autoComplete: 'off', inputMode: 'numeric', maxLength: 7 };
  return (
    <CommandDialog
      command="promocode create"
      words={[code]}
      options={{
        points: added ?? '',
        min: min === null ? '' : toDecimal(min),
        uses: times ?? '',
        'per-customer': timesEach ?? '',
        from,
        until,
      }}
      title={t('create')}
      lead={t('createLead')}
      submit={t('create')}
      isIncomplete={!isWhole}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField {...field('code', t('code'))} autoComplete="off" maxLength={32} />
        <TextField {...field('points', t('points'))} autoComplete="off" inputMode="decimal" maxLength={8} />
        <AmountField {...field('min', t('minimum'))} />
        <TextField {...field('uses', t('usesAllowed'))} {...count} />
        <TextField {...field('perCustomer', t('perCustomer'))} {...count} />
        <DayField {...field('from', t('firstDay'))} />
        <DayField {...field('until', t('lastDay'))} />
      </div>
    </CommandDialog>
  );
}
