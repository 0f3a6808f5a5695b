import { useTranslations } from 'use-intl';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useUsd, useWholeUsd } from '#money/web/amount.tsx';
import { useTypedState } from '#platform/web/loading/typed.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Select } from '#platform/web/ui/select.tsx';

interface AmountFormProps {
  /** What the bot takes, whole USD. */
  amounts: readonly number[];
  /** One more choice than the list: an amount of USD, with cents, and its words. */
  also?: { dollars: number; label: string } | undefined;
  /** What it means, before it is confirmed; null while no amount is chosen. */
  summary: (dollars: number | null) => ReactNode;
  /** What the button says, with the amount once there is one. */
  confirm: (amount: string | null) => string;
  onConfirm: (dollars: number) => void;
  isWorking: boolean;
}

/** The amount from the bot's list; without one it says so and goes nowhere (Z2). */
export function AmountForm({ amounts, also, summary, confirm, onConfirm, isWorking }: AmountFormProps) {
  const t = useTranslations('primezord');
  const formatUsd = useUsd();
  const formatWhole = useWholeUsd();
  const [chosen, setChosen] = useTypedState('bot-amount', '');
  const [isRefused, setIsRefused] = useState(false);
  const dollars = chosen === '' ? null : Number(chosen);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setIsRefused(dollars === null);
    if (dollars !== null && !isWorking) onConfirm(dollars);
  }
  const listed = amounts.map((amount) => ({ value: String(amount), label: formatWhole(amount) }));
  const options = also ? [{ value: String(also.dollars), label: also.label }, ...listed] : listed;
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <Select
          label={t('amount')}
          value={chosen}
          options={[{ value: '', label: t('choose') }, ...options]}
          onChange={setChosen}
          error={isRefused && dollars === null && t('choose')}
        />
        {summary(dollars)}
      </DialogBody>
      <DialogActions>
        <Button kind="primary" type="submit" isWorking={isWorking}>
          {confirm(dollars === null ? null : formatUsd(dollars))}
        </Button>
      </DialogActions>
    </form>
  );
}
