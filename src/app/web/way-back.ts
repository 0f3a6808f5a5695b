import { useEffect, useState } from 'react';
import { callApi } from '#platform/web/api.ts';
import { keepUuid, type SessionState } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';

/**
 * Where the login is to lead: the address that was opened, for whoever logs in, or where the customer was when their session ended, for them
 * alone. Stored in the login's own history entry, so a reload keeps it, and a browser without storage too.
 */
export interface PlaceLeft {
  left: { path: string; of: string | null };
}

/** Null if the customer left on purpose. */
export function placeLeft(path: string, { endReason, endedFor }: SessionState): PlaceLeft | null {
  return endReason !== null && endedFor === null ? null : { left: { path, of: endedFor } };
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
  const isAsking = token !== null && left !== null && left.of !== null && answer?.to !== token;
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
  return { isAsking, path: left && (left.of === null || left.of === answer?.uuid) ? left.path : null };
}

/** Only an address of the product's own: a second slash would lead to another site, and a browser takes `\` for one and drops blanks. */
function readLeft(state: unknown): PlaceLeft['left'] | null {
  const { left } = (state ?? {}) as Partial<PlaceLeft>;
  return left && /^\/(?![\s\\/]|auth\b)/.test(left.path) ? left : null;
}
