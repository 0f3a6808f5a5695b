import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiAddress } from '#platform/web/api-address.ts';
import { followChanges } from '#platform/web/live/follow-changes.ts';
import { gather } from '#platform/web/live/gather.ts';
import { readAgain } from '#platform/web/read-again.ts';
import { followEvents } from '../contract.ts';

/** The minimum interval between refetches, however much changes. */
const restMs = 1_000;

/** Refetches what the server reports as changed through the ordinary calls: the stream itself carries no figures. */
export function useFollowChanges(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const reread = gather<string>((topics) => {
      void readAgain(queries, {
        affects: topics.size === 1 && topics.has('notices') ? ['notices'] : 'everything',
      });
    }, restMs);
    const stop = followChanges({
      address: apiAddress(followEvents),
      onChanged: (topics) => reread.add(topics === 'all' ? ['money', 'notices'] : topics),
    });
    return () => {
      stop();
      reread.stop();
    };
  }, [queries]);
}
