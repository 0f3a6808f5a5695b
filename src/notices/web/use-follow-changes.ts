import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiAddress } from '#platform/web/api-address.ts';
import { followChanges } from '#platform/web/live/follow-changes.ts';
import { gather } from '#platform/web/live/gather.ts';
import { type Affected, readAgain } from '#platform/web/read-again.ts';
import { followEvents } from '../contract.ts';

/** The minimum interval between refetches, however much changes. */
const restMs = 1_000;

/** Refetches what the server reports as changed through the ordinary calls: the stream itself carries no figures. */
export function useFollowChanges(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const reread = gather<string>((topics) => {
      void readAgain(queries, { affects: affectedBy(topics), isElsewhere: true });
    }, restMs);
    const stop = followChanges({
      address: apiAddress(followEvents),
      onChanged: (topics) => reread.add(topics === 'all' ? ['all'] : topics),
    });
    return () => {
      stop();
      reread.stop();
    };
  }, [queries]);
}

/** A topic that this page does not know, or a session that ended, may affect everything. */
function affectedBy(topics: ReadonlySet<string>): Affected {
  const others = [...topics].filter((topic) => topic !== 'notices');
  if (others.length === 0) return ['notices'];
  return others.every((topic) => topic === 'money') ? 'figures' : 'everything';
}
