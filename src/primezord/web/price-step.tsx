import { useStill } from '#platform/web/intents/use-still.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useEffect, useRef } from 'react';
import { useUsd } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Form, Submit } from '#platform/web/ui/form.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useAmountBlock } from '#money/web/use-amount-block.ts';
import { primezordQueries } from './data.ts';
import { Price, UnknownPrice } from './price.tsx';
import type { Subscription } from './subscribe-steps.ts';

interface PriceStepProps {
  balance: number | undefined;
  /** Called with the fee shown, USD. */
  onConfirm: (fee: number) => void;
  onCancel: () => void;
  isWorking: boolean;
}

/** Step 2: the price, what it is paid from, and that it cannot be undone. Without the price nothing can be confirmed. */
export function PriceStep({ balance: present, onConfirm, onCancel, isWorking }: PriceStepProps) {
  const t = useTranslations('primezord.subscribe');
  const retry = useTranslations('platform')('retry');
  const formatUsd = useUsd();
  const settings = useQuery(primezordQueries.settings);
  const balance = useStill(present, isWorking);
  const fee = useStill(settings.data?.EntryFee, isWorking);
  const blockOf = useAmountBlock('bot-subscribe');
  const blocked =
    fee === undefined
      ? { says: retry, mend: () => void settings.refetch() }
      : blockOf(fee, balance, { step: 'confirm' } satisfies Subscription);
  function confirm() {
    if (fee !== undefined) onConfirm(fee);
  }
  const body = useRef<HTMLDivElement>(null);
  // The button that led here is gone, so the keyboard continues at the price.
  useEffect(() => body.current?.focus(), []);
  return (
    <Form isWorking={isWorking || (fee === undefined && settings.isFetching)} blocked={blocked} onSubmit={confirm}>
      <DialogBody>
        <div ref={body} tabIndex={-1} role="group" aria-label={t('price')} style={{ outline: 'none' }}>
          {fee !== undefined && <Price fee={fee} balance={balance} />}
          {fee === undefined && settings.isError && <UnknownPrice />}
          {settings.isPending && <SkeletonRows rows={2} />}
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onCancel} disabled={isWorking}>
          {t('cancel')}
        </Button>
        <Submit>{fee !== undefined && t('confirm', { amount: formatUsd(fee) })}</Submit>
      </DialogActions>
    </Form>
  );
}
