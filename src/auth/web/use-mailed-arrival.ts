import { useTranslations } from 'use-intl';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { showToast } from '#platform/web/ui/toasts.ts';
import { readMailedArrival } from './mailed-arrival.ts';

/**
 * The confirmation link's token, if one was opened while logged in; it waits in the history entry for the customer's yes, and `forget`
 * removes it from there. A link for a new password only says what to do first.
 */
export function useMailedArrival(): { token: string | undefined; forget: () => void } {
  const t = useTranslations('auth');
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const arrived = useRef<unknown>(null);
  const forget = () => void navigate({ pathname, search }, { replace: true, state: null });
  const mailed = readMailedArrival(state);
  useEffect(() => {
    if (!readMailedArrival(state)?.reset || arrived.current === state) return;
    arrived.current = state;
    void navigate({ pathname, search }, { replace: true, state: null });
    showToast('danger', t('reset.logOutFirst'));
  }, [state, pathname, search, navigate, t]);
  return { token: mailed?.confirm, forget };
}
