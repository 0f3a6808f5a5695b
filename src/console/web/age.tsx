import { useFormatter, useNow } from 'use-intl';

/** For how long something has waited, on the reader's own clock: `há 3 horas`. */
export function Age({ since }: { since: string }) {
  const format = useFormatter();
  const now = useNow({ updateInterval: 60_000 });
  // A clock that is behind the server's sees nothing in the future.
  const from = new Date(Math.min(Date.parse(since), now.getTime()));
  return <time dateTime={since}>{format.relativeTime(from, now)}</time>;
}
