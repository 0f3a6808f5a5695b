import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { SecondFactorStatus } from '../contract.ts';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { FailedDialog } from '#platform/web/loading/failed-dialog.tsx';

const ChangeDialog = later(
  part(() => import('./change-dialog.tsx')),
  'ChangeDialog',
  FailedDialog,
);

/** Shown on every screen of every session while a removal is pending: whoever has the key can stop it. */
export function RemovalNotice({ status }: { status: SecondFactorStatus }) {
  const t = useTranslations('secondfactor.removal');
  const [isCanceling, setIsCanceling] = useState(false);
  const removes = status.Removal?.Removes;
  if (!removes) return null;
  return (
    <>
      <Notice
        tone="caution"
        action={
          <Button size="small" onClick={() => setIsCanceling(true)}>
            {t('cancel')}
          </Button>
        }
      >
        {t.rich('text', { date: () => <DateTime value={removes} show="minute" /> })}
      </Notice>
      {isCanceling && (
        <Suspense fallback={null}>
          <ChangeDialog change={{ what: 'cancel_removal' }} status={status} onClose={() => setIsCanceling(false)} />
        </Suspense>
      )}
    </>
  );
}
