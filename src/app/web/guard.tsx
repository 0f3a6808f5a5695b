import { Navigate, Outlet, useLocation } from 'react-router';
import { mailedArrival } from '#auth/web/mailed-arrival.ts';
import { useSession } from '#platform/web/use-session.ts';
import { lostArrival } from '#secondfactor/web/lost-arrival.ts';
import { placeLeft, useWayBack } from './way-back.ts';

/**
 * Access to the screens (A1): without a token only the pages for getting in, with one everything else. A session that ended against its
 * customer's wish leads them back to where they were (G5).
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
  // Another visit may be another customer's and follows without a gap: nothing of the previous one may stay.
  return <Outlet key={isGettingIn ? null : visit} />;
}
