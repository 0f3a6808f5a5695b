import { Navigate, Outlet, useLocation } from 'react-router';
import { mailedArrival, readMailedArrival } from '#platform/web/mailed-arrival.ts';
import { useSession } from '#platform/web/use-session.ts';
import { placeLeft, useWayBack } from './way-back.ts';

/**
 * Access to the screens (A1): without a token only the pages for getting in, with one everything else. The login leads
 * on to the address that was opened, or back to where a session ended against its customer's wish (G5).
 */
export function Guard() {
  const session = useSession();
  const { token, visit } = session;
  const { pathname, search, state } = useLocation();
  const isGettingIn = pathname === '/auth' || pathname.startsWith('/auth/');
  const wayBack = useWayBack(isGettingIn ? token : null, state);
  if (!token && !isGettingIn) {
    const reset = readMailedArrival(state)?.reset;
    if (reset) return <Navigate to={`/auth/reset?token=${encodeURIComponent(reset)}`} replace />;
    return <Navigate to="/auth/login" replace state={placeLeft(pathname + search, session)} />;
  }
  if (token && isGettingIn && !wayBack.isAsking) {
    const arrival = mailedArrival(pathname, search);
    return <Navigate to={arrival ? '/dashboard' : (wayBack.path ?? '/dashboard')} replace state={arrival} />;
  }
  // Another visit may be another customer's and follows without a gap: nothing of the previous one may stay.
  return <Outlet key={isGettingIn ? null : visit} />;
}
