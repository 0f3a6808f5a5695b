import { Navigate, Outlet, useLocation } from 'react-router';
import { mailedArrival } from '#auth/web/mailed-arrival.ts';
import { useSession } from '#platform/web/use-session.ts';
import { lostArrival } from '#secondfactor/web/lost-arrival.ts';

/** Who may see what (A1): without a token only the ways in, with one everything but them. */
export function Guard() {
  const { token } = useSession();
  const { pathname, search } = useLocation();
  const isGettingIn = pathname === '/auth' || pathname.startsWith('/auth/');
  if (!token && !isGettingIn) return <Navigate to="/auth/login" replace />;
  if (token && isGettingIn) {
    const arrival = mailedArrival(pathname, search) ?? lostArrival(pathname, search);
    return <Navigate to="/dashboard" replace state={arrival} />;
  }
  // Another session may be another customer's, and comes here without a moment in between: nothing of the one before stays.
  return <Outlet key={token} />;
}
