import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { claimAnnouncement } from '#platform/web/live/announced-here.ts';
import { showToast } from '#platform/web/ui/toasts.ts';
import { products, registry } from '#positions/registry.ts';
import type { NoticeKind } from '../contract.ts';
import { noticeQueries } from './data.ts';
import { useNoticeText } from './use-notice-text.ts';

/** The kinds worth interrupting for; the rest wait at the bell. */
const toasted: Partial<Record<NoticeKind, 'success' | 'danger'>> = {
  ...Object.fromEntries(products.map((product) => [registry[product].notice, 'success'])),
  deposit_complete: 'success',
  deposit_canceled: 'danger',
  withdrawal_complete: 'success',
  withdrawal_canceled: 'danger',
  correction_credited: 'success',
  correction_debited: 'danger',
};

/** The most toasts for notices that arrive together: the list has all of them. */
const mostToasts = 3;

/**
 * Shows a toast for each event while the page is open, once, in one of the visible windows. Skips events from before it was opened, and
 * those that a page follows and reports itself.
 */
export function useNoticeToasts(): void {
  const say = useNoticeText();
  const isSeen = useSyncExternalStore(onVisibility, () => !document.hidden);
  const { data } = useQuery(noticeQueries.latest);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!data || !isSeen) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...data.map(({ Id }) => Id)]);
    if (!before) return;
    const news = data.filter(({ Id, Read }) => !before.has(Id) && !Read);
    for (const notice of news.slice(0, mostToasts).toReversed()) {
      const kind = toasted[notice.Kind];
      const { what, why } = say(notice);
      if (kind) tell(notice.Reference ?? notice.Id, () => showToast(kind, why ? `${what} ${why}` : what));
    }
  });
}

function tell(id: string, show: () => void): void {
  void claimAnnouncement(id).then((isOurs) => isOurs && show());
}

function onVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
