import { useEffect, useState } from 'react';
import { callApi } from '#platform/web/api.ts';
import { keepUuid } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';

/** Where the customer was when their session ended, and who they were. Stored in the login's own history entry, so a reload keeps it. */
interface PlaceLeft {
  left: { path: string; of: string };
}

/** For the login to lead back; null if the customer left on purpose, or nobody was logged in. */
export function placeLeft(path: string, of: string | null): PlaceLeft | null {
  return of === null ? null : { left: { path, of } };
}

interface WayBack {
  /** It is not known yet whether there is one. */
  isAsking: boolean;
  /** Null if there is none, or it is somebody else's. */
  path: string | null;
}

/**
 * The way back after a login. The server is asked who logged in before the screen is shown, because anything typed there belongs to its
 * customer alone.
 *
 * @param token of a customer who has logged in and is still on a page for getting in; null otherwise
 */
export function useWayBack(token: string | null, state: unknown): WayBack {
  const left = readLeft(state);
  const [answer, setAnswer] = useState<{ to: string; uuid: string | null } | null>(null);
  const isAsking = token !== null && left !== null && answer?.to !== token;
  useEffect(() => {
    if (!isAsking) return;
    void callApi(readUser).then(
      ({ Uuid: uuid }) => {
        keepUuid(uuid);
        setAnswer({ to: token, uuid });
      },
      () => setAnswer({ to: token, uuid: null }),
    );
  }, [isAsking, token]);
  return { isAsking, path: left !== null && answer?.uuid === left.of ? left.path : null };
}

function readLeft(state: unknown): PlaceLeft['left'] | null {
  const { left } = (state ?? {}) as Partial<PlaceLeft>;
  return left && /^\/(?!\/|auth\b)/.test(left.path) ? left : null;
}
