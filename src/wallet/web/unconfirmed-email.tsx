import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';

interface UnconfirmedEmailProps {
  email: string;
  sendAgain: ReactNode;
  onClose: () => void;
}

/** Says, before an amount is typed, that withdrawals take a confirmed email address (A7). */
export function UnconfirmedEmail({ email, sendAgain, onClose }: UnconfirmedEmailProps) {
  const t = useTranslations('wallet.withdraw.unconfirmed');
  const close = useTranslations('platform')('close');
  return (
    <>
      <DialogBody>
        <Notice tone="caution">{t('why')}</Notice>
        <p>{t.rich('what', { email: () => <strong dir="ltr">{email}</strong> })}</p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{close}</Button>
        {sendAgain}
      </DialogActions>
    </>
  );
}
