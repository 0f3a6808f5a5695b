import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { profileQueries } from '#profile/web/data.ts';

/**
 * Click handler for the bot's entry: refetches the user, then opens the bot's screen for an owner, or the subscription dialog for anybody
 * else (Z1). For another tab it acts like any link, and the screen there decides.
 */
export function useBotEntry(onFollow?: () => void): (event: MouseEvent) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const subscribing = useDialogAddress('bot-subscribe');

  async function enter() {
    const read = queries.fetchQuery({ ...profileQueries.user, staleTime: 0 });
    const data = await read.catch(() => queries.getQueryData(profileQueries.user.queryKey));
    onFollow?.();
    if (data && !data.Hasbot) subscribing.open();
    else void navigate('/primezord');
  }
  return (event) => {
    if (isForAnotherTab(event)) return;
    event.preventDefault();
    void enter();
  };
}

function isForAnotherTab({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}
