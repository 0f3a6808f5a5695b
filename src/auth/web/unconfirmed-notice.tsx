import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import { confirmEmail, sendConfirmation } from '../contract.ts';
import { logOut } from './log-out.ts';
import { UnconfirmedLook } from './unconfirmed-look.tsx';
import { useMailedArrival } from './use-mailed-arrival.ts';

interface UnconfirmedNoticeProps {
  /** Undefined until the user is known. */
  user: { Email: string; EmailConfirmed: boolean } | undefined;
}

/**
 * Shown on the dashboard until the address is confirmed; after the mailed link was opened in this browser, its button confirms. That of a
 * link for a new password logs out, and the guard leads on to it.
 */
export function UnconfirmedNotice({ user }: UnconfirmedNoticeProps) {
  const t = useTranslations('auth.unconfirmed');
  const tConfirm = useTranslations('auth.confirm');
  const address = { email: `\u2068${user?.Email ?? ''}\u2069` };
  const tReset = useTranslations('auth.reset');
  const { confirm: token, reset, forget } = useMailedArrival();
  const again = useApiMutation(sendConfirmation, {
    success: t('sent', address),
    failed: t('failed'),
    unexpected: t('failed'),
  });
  const confirm = useApiMutation(confirmEmail, {
    success: tConfirm('toast'),
    failed: tConfirm('failed'),
    unexpected: tConfirm('failed'),
  });
  if (reset !== undefined) {
    const out = (
      <Button size="small" onClick={logOut}>
        {tReset('logOut')}
      </Button>
    );
    return (
      <Notice tone="caution" action={out}>
        {tReset('loggedIn')}
      </Notice>
    );
  }
  if (!user || user.EmailConfirmed) return null;
  if (token !== undefined) {
    const act = () => confirm.mutate({ body: { token } }, { onSettled: forget });
    return <UnconfirmedLook email={user.Email} isLinkOpen isWorking={confirm.isPending} onAct={act} />;
  }
  return <UnconfirmedLook email={user.Email} isWorking={again.isPending} onAct={() => again.mutate({})} />;
}
