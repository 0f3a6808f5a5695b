import { Navigate, Outlet, useLocation } from 'react-router';
import { mailedArrival } from '#auth/web/mailed-arrival.ts';
import { useSession } from '#platform/web/use-session.ts';
import { lostArrival } from '#secondfactor/web/lost-arrival.ts';
import { placeLeft, useWayBack } from './way-back.ts';

/**
 * Who may see what (A1): without a token only the ways in, with one everything but them. A session that ended against its customer's
 * wish leads them back to where they were (G5).
 */
export function Guard() {
  const { token, visit, endedFor } = useSession();
  const { pathname, search, state } = useLocation();
  const isGettingIn = pathname === '/auth' || pathname.startsWith('/auth/');
  const wayBack = useWayBack(isGettingIn ? token : null, state);
  if (!token && !isGettingIn)
    return <Navigate to="/auth/login" replace state={placeLeft(pathname + search, endedFor)} />;
  if (token && isGettingIn && !wayBack.isAsking) {
    const arrival = mailedArrival(pathname, search) ?? lostArrival(pathname, search);
    return <Navigate to={arrival ? '/dashboard' : (wayBack.path ?? '/dashboard')} replace state={arrival} />;
  }
  // Another visit may be another customer's, and comes here without a moment in between: nothing of the one before stays.
  return <Outlet key={isGettingIn ? null : visit} />;
}
