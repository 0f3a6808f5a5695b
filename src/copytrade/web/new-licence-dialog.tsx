import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { useStill } from '#platform/web/intents/use-still.ts';
import { MoneyDialog } from '#platform/web/intents/money-dialog.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { OpeningAlert } from './opening-alert.tsx';
import { RecordPart } from '#payouts/web/record-card.tsx';
import { copytradeQueries } from './data.ts';
import { useOpenLicence } from './moves.ts';
import { LicenceForm } from './licence-form.tsx';

interface NewLicenceDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Available balance, in USD; undefined until loaded. */
  balance: number | undefined;
}

/** A new licence or, while registrations are closed, the notice that they are (C2). */
export function NewLicenceDialog({ isOpen, onClose, balance: present }: NewLicenceDialogProps) {
  const t = useTranslations('copytrade');
  const offer = useQuery(copytradeQueries.offer);
  const opening = useOpenLicence();
  const balance = useStill(present, opening.isPending);
  const still = useStill(offer.data, opening.isPending);
  const formatUsd = useUsd();

  function open(amount: number) {
    if (!opening.isPending) opening.mutate({ body: { amount } }, { onSuccess: onClose });
  }
  return (
    <MoneyDialog
      title={t('new.title')}
      lead={still?.Open && t('new.lead', { days: still.Days })}
      isOpen={isOpen}
      onClose={onClose}
      move={opening}
      describe={({ body }) => t('new.confirm', { amount: formatUsd(body.amount) })}
      onSendAgain={({ body }) => open(body.amount)}
    >
      <QueryView query={offer} waiting={<SkeletonRows rows={3} />}>
        {(known) =>
          (still ?? known).Open ? (
            <LicenceForm offer={still ?? known} balance={balance} onOpen={open} isWorking={opening.isPending} />
          ) : (
            <Closed onClose={onClose} />
          )
        }
      </QueryView>
    </MoneyDialog>
  );
}

/** While registrations are closed: a notice, the option to be notified when they open, and the operations so far. */
function Closed({ onClose }: { onClose: () => void }) {
  const t = useTranslations('copytrade');
  return (
    <>
      <DialogBody>
        <Notice tone="caution">{t('closed')}</Notice>
        <p>{t('new.closedText')}</p>
        <OpeningAlert />
        <RecordPart product="copytrade" />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('new.understood')}</Button>
      </DialogActions>
    </>
  );
}
