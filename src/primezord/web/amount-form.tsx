import { useTranslations } from 'use-intl';
import { type ReactNode, useState } from 'react';
import { AmountChoice } from '#money/web/amount-choice.tsx';
import { useUsd } from '#money/web/amount.tsx';
import { useTypedState } from '#platform/web/loading/typed.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { useFirstField } from '#platform/web/ui/use-first-field.ts';

export interface AllThereIs {
  dollars: number;
  label: string;
  /** A note on what remains even so, shown once everything is chosen. */
  rest: string | null;
}

interface AmountFormProps {
  /** The amounts the bot takes, whole USD. */
  amounts: readonly number[];
  /** What is available at the source, USD; undefined until loaded. */
  source: number | undefined;
  /** Everything available, chosen with one press: an amount in USD, with cents, and the button's label. */
  all?: AllThereIs | undefined;
  /** The consequences, before the confirm; called with null while no amount is chosen. */
  summary: (dollars: number | null) => ReactNode;
  /** The button's label, with the amount once there is one. */
  confirm: (amount: string | null) => string;
  onConfirm: (dollars: number) => void;
  isWorking: boolean;
}

/** Chooses an amount from the bot's list; submitting without one only shows an error (Z2). */
export function AmountForm({ amounts, source, all, summary, confirm, onConfirm, isWorking }: AmountFormProps) {
  const t = useTranslations('primezord');
  const form = useFirstField();
  const formatUsd = useUsd();
  const [chosen, setChosen] = useTypedState('bot-amount', 0);
  const [isRefused, setIsRefused] = useState(false);
  const dollars = chosen || null;

  function submit() {
    setIsRefused(dollars === null);
    if (dollars !== null) onConfirm(dollars);
  }
  const isListed = !all || amounts.includes(all.dollars);
  return (
    <Form ref={form} isWorking={isWorking} onSubmit={submit}>
      <DialogBody>
        <AmountChoice
          label={t('amount')}
          amounts={isListed ? amounts : [all.dollars, ...amounts]}
          have={source}
          value={chosen}
          onChange={setChosen}
          error={isRefused && dollars === null && t('choose')}
        />
        {all && <Button onClick={() => setChosen(all.dollars)}>{all.label}</Button>}
        {all?.rest && dollars === all.dollars && <Notice>{all.rest}</Notice>}
        {summary(dollars)}
      </DialogBody>
      <DialogActions>
        <Button kind="primary" type="submit" isWorking={isWorking}>
          {confirm(dollars === null ? null : formatUsd(dollars))}
        </Button>
      </DialogActions>
    </Form>
  );
}
