import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { GettingInPage } from './getting-in-page.tsx';
import { Outcome } from './outcome.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { useMailedToken } from './use-mailed-token.ts';

/**
 * Target of the first email's link for a visitor without a session. Opening it does nothing yet: programs that check mail open links too,
 * and would confirm an address for somebody who only typed it.
 */
export function ConfirmPage() {
  const t = useTranslations('auth');
  const { state, confirm } = useConfirmation(useMailedToken());
  const logIn = (
    <Link to="/auth/login" className={buttonClass('primary')}>
      {t('link.logIn')}
    </Link>
  );
  const again = (
    <Button kind="primary" isWide onClick={confirm}>
      {t('confirm.retry')}
    </Button>
  );
  const act = (
    <Button kind="primary" isWide isWorking={state === 'working'} onClick={confirm}>
      {t('confirm.act')}
    </Button>
  );
  const ask = { title: t('confirm.pageTitle'), text: t('confirm.askText'), action: act };
  const outcomes = {
    asked: ask,
    working: ask,
    done: { title: t('confirm.done'), text: t('confirm.doneText'), action: logIn },
    invalid: { title: t('link.invalid'), text: t('link.confirmText'), action: logIn },
    failed: { title: t('confirm.failed'), text: t('confirm.failedText'), action: again },
  };
  const { title, text, action } = outcomes[state];
  return (
    <GettingInPage title={t('confirm.pageTitle')}>
      <Outcome key={title} title={title} action={action}>
        <p>{text}</p>
      </Outcome>
    </GettingInPage>
  );
}
