import { useTranslations } from 'use-intl';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import { showToast } from '#platform/web/ui/toasts.ts';
import { confirmEmail } from '../contract.ts';
import { readMailedArrival } from './mailed-arrival.ts';

/** Carries out, once, the action of a mailed link that was opened while logged in, then clears it. */
export function useMailedArrival(): void {
  const t = useTranslations('auth');
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { mutate } = useApiMutation(confirmEmail, {
    success: t('confirm.toast'),
    failed: t('confirm.failed'),
    unexpected: t('confirm.failed'),
  });
  const arrived = useRef<unknown>(null);
  useEffect(() => {
    const mailed = readMailedArrival(state);
    if (!mailed || arrived.current === state) return;
    arrived.current = state;
    void navigate({ pathname, search }, { replace: true, state: null });
    if (mailed.confirm) mutate({ body: { token: mailed.confirm } });
    if (mailed.reset) showToast('danger', t('reset.logOutFirst'));
  }, [state, pathname, search, navigate, mutate, t]);
}
