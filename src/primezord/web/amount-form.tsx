import { useTranslations } from 'use-intl';
import { type ReactNode, useState } from 'react';
import { AmountChoice } from '#money/web/amount-choice.tsx';
import { useUsd } from '#money/web/amount.tsx';
import { useTypedState } from '#platform/web/loading/typed.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { type Block, Form, Submit } from '#platform/web/ui/form.tsx';
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
  /** Everything available, the most that is offered, chosen with one press: an amount in USD, with cents, and the button's label. */
  all?: AllThereIs | undefined;
  /** The consequences, before the confirm; called with null while no amount is chosen. */
  summary: (dollars: number | null) => ReactNode;
  /** The amount to begin with; zero for none. */
  first?: number | undefined;
  /** Why the amount, zero while none is chosen, cannot be confirmed. */
  blockOf: (dollars: number) => Block | null;
  /** The button's label. */
  confirm: (amount: string) => string;
  onConfirm: (dollars: number) => void;
  isWorking: boolean;
}

/** Chooses an amount from the bot's list; submitting without one only shows an error (Z2). */
export function AmountForm(props: AmountFormProps) {
  const { amounts, source, all, first = 0, summary, blockOf, confirm, onConfirm, isWorking } = props;
  const t = useTranslations('primezord');
  const form = useFirstField();
  const formatUsd = useUsd();
  const [chosen, setChosen] = useTypedState('bot-amount', first);
  const [isRefused, setIsRefused] = useState(false);
  const dollars = chosen || null;
  const blocked = blockOf(chosen);

  function submit() {
    setIsRefused(blocked !== null);
    if (!blocked) onConfirm(chosen);
  }
  // More than there is cannot be brought from anywhere.
  const offered = all ? amounts.filter((each) => each < all.dollars).concat(all.dollars) : amounts;
  return (
    <Form ref={form} isWorking={isWorking} blocked={blocked} onSubmit={submit}>
      <DialogBody>
        <AmountChoice
          label={t('amount')}
          amounts={offered}
          have={source}
          value={chosen}
          onChange={setChosen}
          error={isRefused && blocked && (dollars === null ? t('choose') : blocked.says)}
        />
        {all && <Button onClick={() => setChosen(all.dollars)}>{all.label}</Button>}
        {all?.rest && dollars === all.dollars && <Notice>{all.rest}</Notice>}
        {summary(dollars)}
      </DialogBody>
      <DialogActions>
        <Submit>{confirm(formatUsd(chosen))}</Submit>
      </DialogActions>
    </Form>
  );
}
