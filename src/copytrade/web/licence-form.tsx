import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AmountChoice } from '#money/web/amount-choice.tsx';
import { useUsd } from '#money/web/amount.tsx';
import { useResumed } from '#money/web/unpaid-choice.ts';
import { RecordPart } from '#payouts/web/record-card.tsx';
import { useTypedState } from '#platform/web/loading/typed.ts';
import { Form, Submit } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { useFirstField } from '#platform/web/ui/use-first-field.ts';
import { useAmountBlock } from '#money/web/use-amount-block.ts';
import type { CopyOffer } from '../contract.ts';
import { LicenceSummary } from './licence-summary.tsx';

interface LicenceFormProps {
  offer: CopyOffer;
  balance: number | undefined;
  onOpen: (amount: number) => void;
  isWorking: boolean;
}

/** The amount from a list (C1), and its consequences before it is confirmed. */
export function LicenceForm({ offer, balance, onOpen, isWorking }: LicenceFormProps) {
  const t = useTranslations('copytrade');
  const form = useFirstField();
  const formatUsd = useUsd();
  const [amount, setAmount] = useTypedState('new-copy', useResumed<number>('new-copy') ?? 0);
  const [isRefused, setRefused] = useState(false);
  const blocked = useAmountBlock('new-copy')(amount, balance, amount);

  function submit() {
    setRefused(amount === 0);
    if (amount > 0) onOpen(amount);
  }
  return (
    <Form ref={form} isWorking={isWorking} blocked={blocked} onSubmit={submit}>
      <DialogBody>
        <AmountChoice
          label={t('new.amount')}
          amounts={offer.Amounts}
          have={balance}
          value={amount}
          onChange={setAmount}
          error={isRefused && amount === 0 && t('new.required')}
        />
        <LicenceSummary dollars={amount} days={offer.Days} balance={balance} />
        <RecordPart product="copytrade" isStill={isWorking} />
      </DialogBody>
      <DialogActions>
        <Submit>{t('new.confirm', { amount: formatUsd(amount) })}</Submit>
      </DialogActions>
    </Form>
  );
}
