import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { GettingInPage } from './getting-in-page.tsx';
import { Outcome } from './outcome.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { useMailedToken } from './use-mailed-token.ts';

/** Target of the first email's link for a visitor without a session: opening it confirms the address. */
export function ConfirmPage() {
  const t = useTranslations('auth');
  const { state, retry } = useConfirmation(useMailedToken());
  const logIn = (
    <Link to="/auth/login" className={buttonClass('primary')}>
      {t('link.logIn')}
    </Link>
  );
  const again = (
    <Button kind="primary" onClick={retry}>
      {t('confirm.retry')}
    </Button>
  );
  const outcomes = {
    working: { title: t('confirm.working'), text: <SkeletonRows />, action: null },
    done: { title: t('confirm.done'), text: t('confirm.doneText'), action: logIn },
    invalid: { title: t('link.invalid'), text: t('link.confirmText'), action: logIn },
    failed: { title: t('confirm.failed'), text: t('confirm.failedText'), action: again },
  };
  const { title, text, action } = outcomes[state];
  return (
    <GettingInPage title={t('confirm.pageTitle')}>
      <Outcome key={state} title={title} action={action}>
        {typeof text === 'string' ? <p>{text}</p> : text}
      </Outcome>
    </GettingInPage>
  );
}
