import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { copytradeQueries, useOpenLicence } from './data.ts';
import { LicenceForm } from './licence-form.tsx';

interface NewLicenceDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What is free to be put to work, USD; undefined until it is known. */
  balance: number | undefined;
}

/** A new licence; or, while registrations are closed, the notice that they are (C2). */
export function NewLicenceDialog({ isOpen, onClose, balance }: NewLicenceDialogProps) {
  const t = useTranslations('copytrade');
  const offer = useQuery(copytradeQueries.offer);
  const opening = useOpenLicence();

  function open(amount: number) {
    if (!opening.isPending) opening.mutate({ body: { amount } }, { onSuccess: onClose });
  }
  return (
    <Dialog
      title={t('new.title')}
      lead={offer.data?.Open && t('new.lead', { days: offer.data.Days })}
      isOpen={isOpen}
      onClose={onClose}
      isBusy={opening.isPending}
    >
      <QueryView query={offer} waiting={<SkeletonRows rows={3} />}>
        {(known) =>
          known.Open ? (
            <LicenceForm offer={known} balance={balance} onOpen={open} isWorking={opening.isPending} />
          ) : (
            <Closed onClose={onClose} />
          )
        }
      </QueryView>
    </Dialog>
  );
}

function Closed({ onClose }: { onClose: () => void }) {
  const t = useTranslations('copytrade');
  return (
    <>
      <DialogBody>
        <Notice tone="caution">{t('closed')}</Notice>
        <p>{t('new.closedText')}</p>
      </DialogBody>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {t('new.understood')}
        </Button>
      </DialogActions>
    </>
  );
}
