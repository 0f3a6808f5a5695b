import { useTranslations } from 'use-intl';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import { sendConfirmation } from '../contract.ts';
import { UnconfirmedLook } from './unconfirmed-look.tsx';
import { useMailedArrival } from './use-mailed-arrival.ts';

interface UnconfirmedNoticeProps {
  /** Undefined until the user is known. */
  user: { Email: string; EmailConfirmed: boolean } | undefined;
}

/** Shown on the dashboard until the address is confirmed; also confirms it when the mailed link was opened in this browser. */
export function UnconfirmedNotice({ user }: UnconfirmedNoticeProps) {
  const t = useTranslations('auth.unconfirmed');
  const address = { email: `\u2068${user?.Email ?? ''}\u2069` };
  useMailedArrival();
  const again = useApiMutation(sendConfirmation, {
    success: t('sent', address),
    failed: t('failed'),
    unexpected: t('failed'),
  });
  if (!user || user.EmailConfirmed) return null;
  return <UnconfirmedLook email={user.Email} isWorking={again.isPending} onAgain={() => again.mutate({})} />;
}
