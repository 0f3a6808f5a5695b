import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { toDecimal, zero } from '#money/money.ts';
import { AmountField, useReadAmount } from '#money/web/amount-field.tsx';
import { CommandDialog, type CommandDialogProps } from '../commands/command-dialog.tsx';

type AmountCommandDialogProps = Pick<
  CommandDialogProps,
  'command' | 'title' | 'lead' | 'submit' | 'isDangerous' | 'onClose'
>;

/** Dialog for a command with an amount as its only argument: house money paid in or out. */
export function AmountCommandDialog(command: AmountCommandDialogProps) {
  const t = useTranslations('console.treasury');
  const [typed, setTyped] = useState('');
  const amount = useReadAmount()(typed);
  return (
    <CommandDialog
      {...command}
      words={[amount === null ? '' : toDecimal(amount)]}
      isIncomplete={amount === null || amount <= zero}
    >
      <AmountField label={t('amount')} value={typed} onChange={setTyped} />
    </CommandDialog>
  );
}
