import { useQuery } from '@tanstack/react-query';
import { NetworkPage } from '#network/web/network-page.tsx';
import { profileQueries } from '#profile/web/data.ts';

/** Connects the network with the referral code by which it grows: neither folder knows the other. */
export function NetworkScreen() {
  const user = useQuery(profileQueries.user);
  return <NetworkPage code={user.data?.Code} />;
}
