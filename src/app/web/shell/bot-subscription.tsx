import { ApprovalStep } from '../approval-step.ts';
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

/** Connects the bot's subscription with the customer. Once subscribed, the bot's screen replaces the dialog. */
export function BotSubscription({ isOpen, onClose, user }: BotSubscriptionProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();

  function enter() {
    // Known from the answer itself, even if the user could not be refetched since.
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
      ApprovalStep={ApprovalStep}
    />
  );
}
