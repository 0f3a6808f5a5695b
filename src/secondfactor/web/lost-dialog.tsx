import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { readAgain } from '#platform/web/read-again.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { closedHours, confirmRemoval, removalHours } from '../use-contract.ts';
import { useKeyAttempt } from './use-key-attempt.ts';

/** The mailed link opened by a logged-in customer. The page shows its effect afterwards. */
export function LostDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslations('secondfactor.lost');
  const queries = useQueryClient();
  const { error, isWorking, run } = useKeyAttempt();
  const confirm = () =>
    void run(async () => {
      await callApi(confirmRemoval, { body: { token } });
      await readAgain(queries);
      onClose();
    });
  return (
    <ConfirmDialog
      title={t('heading')}
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      confirmLabel={t('confirm')}
      isWorking={isWorking}
      isDanger
    >
      <p>{t('text', { wait: removalHours, closed: closedHours })}</p>
      <p>{t('cancelable')}</p>
      <p role="alert">{error}</p>
    </ConfirmDialog>
  );
}
