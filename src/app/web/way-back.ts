import { useEffect, useState } from 'react';
import { callApi } from '#platform/web/api.ts';
import { keepUuid } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';

/** Where somebody was when their session ended, and who. It lives in the login's own step of history: a reload keeps it. */
interface PlaceLeft {
  left: { path: string; of: string };
}

/** For the login to lead back; null where whoever was in left by themselves, or nobody was in. */
export function placeLeft(path: string, of: string | null): PlaceLeft | null {
  return of === null ? null : { left: { path, of } };
}

interface WayBack {
  /** It is not known yet whether there is one. */
  isAsking: boolean;
  /** Null where there is none, or it is somebody else's. */
  path: string | null;
}

/**
 * The way back for whoever has just come in. The server is asked who that is before the screen is shown, because what was typed there
 * is theirs alone.
 *
 * @param token of who has come in and is still at a way in; null for anybody else
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
