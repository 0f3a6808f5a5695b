import { Skeleton, SkeletonBlock, SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { BotScreen } from './bot-screen.tsx';
import { Invitation } from './invitation.tsx';

interface PrimezordPageProps {
  /** The customer viewing the page; undefined until loaded. */
  owner: { Hasbot: boolean; Balance: number } | undefined;
}

/** The bot's screen for customers who have the bot; for others, the invitation to it (Z1). */
export function PrimezordPage({ owner }: PrimezordPageProps) {
  if (!owner) return <Waiting />;
  return owner.Hasbot ? <BotScreen balance={owner.Balance} /> : <Invitation />;
}

function Waiting() {
  return (
    <Skeleton>
      <SkeletonLine size={28} />
      <SkeletonLine width="long" />
      <SkeletonBlock height="large" />
    </Skeleton>
  );
}
