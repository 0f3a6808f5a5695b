import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { StayInDialog } from '#auth/web/stay-in-dialog.tsx';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { later } from '#platform/web/loading/later.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useDialogOrder } from '#platform/web/ui/dialog-order.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { TimeLeft } from './time-left.tsx';

const loadStep = withLazyMessages(() => import('#secondfactor/web/renewal-step.tsx'));
const RenewalStep = later(loadStep, 'RenewalStep');

/** Asks immediately, and leaves a notice if the customer declines or puts it off. */
export function StayIn({ expiresAt }: { expiresAt: string }) {
  const t = useTranslations('access.stay');
  const [isAsked, setAsked] = useState(true);
  const order = useDialogOrder();
  useTabTitle(t('title'));
  const stay = (
    <Button size="small" onClick={() => setAsked(true)}>
      {t('confirm')}
    </Button>
  );
  return (
    <>
      <Notice tone="caution" action={stay}>
        {t.rich('notice', {
          strong: (words) => <strong>{words}</strong>,
          time: () => <TimeLeft expiresAt={expiresAt} isExact />,
        })}
      </Notice>
      <StayInDialog
        key={order}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        timeLeft={<TimeLeft expiresAt={expiresAt} isExact />}
        KeyStep={RenewalStep}
      />
    </>
  );
}

/** Shown on the tab for a customer who is in another window. */
function useTabTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    const own = `${title} · ${before}`;
    document.title = own;
    return () => {
      // Another screen may have set its own by now.
      if (document.title === own) document.title = before;
    };
  }, [title]);
}
