import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readAgain } from '#platform/web/read-again.ts';
import { useSession } from '#platform/web/use-session.ts';

/**
 * The same customer goes on under another token, renewed here or in another tab: all data is refetched, the end of the session included.
 */
export function useRenewedSession(): void {
  const queries = useQueryClient();
  const { token } = useSession();
  const known = useRef(token);
  useEffect(() => {
    if (known.current === token || token === null) return;
    known.current = token;
    void readAgain(queries);
  }, [token, queries]);
}
