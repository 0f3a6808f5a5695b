import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { isPlainPress } from '#platform/web/is-plain-press.ts';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { profileQueries } from '#profile/web/data.ts';

/**
 * Click handler for the bot's entry: refetches the user, then opens the bot's screen for an owner, or the subscription dialog for anybody
 * else (Z1). For another tab it acts like any link, and the screen there decides.
 */
export function useBotEntry(isInstead: boolean): (event: MouseEvent) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const subscribing = useDialogAddress('bot-subscribe');

  async function enter() {
    const read = queries.fetchQuery({ ...profileQueries.user, staleTime: 0 });
    const data = await read.catch(() => queries.getQueryData(profileQueries.user.queryKey));
    if (data && !data.Hasbot) subscribing.open();
    else void navigate('/primezord', { replace: isInstead });
  }
  return (event) => {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    void enter();
  };
}
