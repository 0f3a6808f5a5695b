import { useLocation, useNavigate } from 'react-router';
import { type MailedArrival, readMailedArrival } from '#platform/web/mailed-arrival.ts';

/**
 * The token of a mailed link that was opened while logged in; it waits in the history entry for the customer's yes, and `forget` removes it
 * from there.
 */
export function useMailedArrival(): MailedArrival & { forget: () => void } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const forget = () => void navigate({ pathname, search }, { replace: true, state: null });
  return { ...readMailedArrival(state), forget };
}
