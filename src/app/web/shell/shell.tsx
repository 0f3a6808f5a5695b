import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { createQueryClient } from '#platform/web/query-client.ts';
import { Frame } from './frame.tsx';

/** Not needed for the first paint: what this browser remembers is shown meanwhile, and also when it cannot be fetched. */
const FollowPreferences = lazy(() =>
  import('#profile/web/follow-preferences.tsx').then(
    (module) => ({ default: module.FollowPreferences }),
    () => ({ default: () => null }),
  ),
);

/**
 * Everything behind the login. What was read for a customer lives here and is forgotten with it: the next to log in on
 * this page starts with nothing.
 */
export function Shell() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Suspense fallback={null}>
        <FollowPreferences />
      </Suspense>
      <Frame />
    </QueryClientProvider>
  );
}
