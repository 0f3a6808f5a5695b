import { useStill } from '#platform/web/intents/use-still.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useEffect, useRef } from 'react';
import { useUsd } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { primezordQueries } from './data.ts';
import { Price, UnknownPrice } from './price.tsx';

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
  const formatUsd = useUsd();
  const settings = useQuery(primezordQueries.settings);
  const balance = useStill(present, isWorking);
  const fee = useStill(settings.data?.EntryFee, isWorking);
  const body = useRef<HTMLDivElement>(null);
  // The button that led here is gone, so the keyboard continues at the price.
  useEffect(() => body.current?.focus(), []);
  return (
    <>
      <DialogBody>
        <div ref={body} tabIndex={-1} role="group" aria-label={t('price')} style={{ outline: 'none' }}>
          {fee !== undefined && <Price fee={fee} balance={balance} />}
          {fee === undefined && settings.isError && (
            <UnknownPrice onRetry={() => void settings.refetch()} isRetrying={settings.isFetching} />
          )}
          {settings.isPending && <SkeletonRows rows={2} />}
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onCancel} disabled={isWorking}>
          {t('cancel')}
        </Button>
        <Button
          kind="primary"
          onClick={() => fee !== undefined && onConfirm(fee)}
          isWorking={isWorking}
          disabled={fee === undefined}
        >
          {fee === undefined ? t('confirmNone') : t('confirm', { amount: formatUsd(fee) })}
        </Button>
      </DialogActions>
    </>
  );
}
