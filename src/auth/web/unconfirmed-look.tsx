import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';

interface UnconfirmedLookProps {
  email: string;
  isWorking?: boolean;
  /** Left out as long as what does it is on its way: the button is there, and cannot be pressed yet. */
  onAgain?: () => void;
}

/** That the address is to be confirmed, of one height from the first moment: what stands below it does not move. */
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
