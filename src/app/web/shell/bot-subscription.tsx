import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { SubscribeDialog } from '#primezord/web/subscribe-dialog.tsx';
import type { User } from '#profile/contract.ts';
import { profileQueries } from '#profile/web/data.ts';

interface BotSubscriptionProps {
  isOpen: boolean;
  onClose: () => void;
  user: User | undefined;
}

/** Where the bot's subscription meets who the customer is. Once subscribed, the bot's screen takes the dialog's place. */
export function BotSubscription({ isOpen, onClose, user }: BotSubscriptionProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();

  function enter() {
    // Known from the answer itself, whether or not the user could be read again since.
    queries.setQueryData(profileQueries.user.queryKey, (known) => known && { ...known, Hasbot: true });
    void navigate('/primezord', { replace: true });
  }
  return (
    <SubscribeDialog
      isOpen={isOpen}
      onClose={onClose}
      balance={user?.Balance}
      hasBot={user?.Hasbot ?? false}
      onSubscribed={enter}
    />
  );
}
