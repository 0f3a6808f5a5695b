import { type SyntheticEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { useAmountLines, useAvailableNote } from '#money/web/use-missing-note.ts';
import { RecordPart } from '#payouts/web/record-card.tsx';
import { useTypedState } from '#platform/web/loading/typed.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { useFirstField } from '#platform/web/ui/use-first-field.ts';
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
  const [chosen, setChosen] = useTypedState('new-copy', '');
  const [isRefused, setRefused] = useState(false);
  const amount = Number(chosen);
  const linesOf = useAmountLines(balance);
  const available = useAvailableNote(balance);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setRefused(chosen === '');
    if (chosen !== '') onOpen(amount);
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <DialogBody>
        <Select
          label={t('new.amount')}
          value={chosen}
          options={[{ value: '', label: t('new.choose') }, ...linesOf(offer.Amounts)]}
          onChange={setChosen}
          hint={available}
          error={isRefused && chosen === '' && t('new.required')}
        />
        <LicenceSummary dollars={amount} days={offer.Days} balance={balance} />
        <RecordPart product="copytrade" isStill={isWorking} />
      </DialogBody>
      <DialogActions>
        <Button kind="primary" type="submit" isWorking={isWorking}>
          {chosen === '' ? t('new.confirmNone') : t('new.confirm', { amount: formatUsd(amount) })}
        </Button>
      </DialogActions>
    </form>
  );
}
