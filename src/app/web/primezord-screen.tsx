import { useQuery } from '@tanstack/react-query';
import { PrimezordPage } from '#primezord/web/primezord-page.tsx';
import { profileQueries } from '#profile/web/data.ts';

/** Connects the bot with its owner: neither folder knows the other. */
export function PrimezordScreen() {
  const { data: user } = useQuery(profileQueries.user);
  return <PrimezordPage owner={user} />;
}
