import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';

interface UnconfirmedLookProps {
  email: string;
  /** The mailed link has been opened here: the button confirms, instead of sending another. */
  isLinkOpen?: boolean;
  isWorking?: boolean;
  /** Omitted while its code is still loading: the button is visible but disabled. */
  onAct?: () => void;
}

/** Reminder to confirm the email address. Its height is constant from the first paint, so the content below does not shift. */
export function UnconfirmedLook({ email, isLinkOpen = false, isWorking = false, onAct }: UnconfirmedLookProps) {
  const t = useTranslations('auth');
  return (
    <Notice
      tone="caution"
      action={
        <Button size="small" isWorking={isWorking} disabled={!onAct} onClick={onAct}>
          {isLinkOpen ? t('confirm.act') : t('unconfirmed.again')}
        </Button>
      }
    >
      {isLinkOpen ? t('confirm.askText') : t('unconfirmed.text', { email: `\u2068${email}\u2069` })}
    </Notice>
  );
}
