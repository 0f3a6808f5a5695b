import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { profileQueries } from '#profile/web/data.ts';

/**
 * The entry of the bot's screen: the user is read again; who has the bot goes in, anybody else is shown how to subscribe
 * (Z1). To another tab it is followed like any link, and the screen there decides.
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
