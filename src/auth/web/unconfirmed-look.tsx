import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';

interface UnconfirmedLookProps {
  email: string;
  isWorking?: boolean;
  /** Omitted while its code is still loading: the button is visible but disabled. */
  onAgain?: () => void;
}

/** Reminder to confirm the email address. Its height is constant from the first paint, so the content below does not shift. */
export function UnconfirmedLook({ email, isWorking = false, onAgain }: UnconfirmedLookProps) {
  const t = useTranslations('auth.unconfirmed');
  return (
    <Notice
      tone="caution"
      action={
        <Button size="small" isWorking={isWorking} disabled={!onAgain} onClick={onAgain}>
          {t('again')}
        </Button>
      }
    >
      {t('text', { email: `\u2068${email}\u2069` })}
    </Notice>
  );
}
