import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileQueries } from '#profile/web/data.ts';

/** Well within the time after which a session that nobody uses is over. */
const everyMs = 30 * 60_000;

/**
 * An open page uses its session, also behind others, where nothing else is read: what its clock says of the time that is left stays
 * true. A session whose pages are all closed is over after a while.
 */
export function useSessionKept(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void queries.refetchQueries({ queryKey: profileQueries.user.queryKey }), everyMs);
    return () => clearInterval(timer);
  }, [queries]);
}
