import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { MoreRows } from '#platform/web/ui/more-rows.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { withData } from '#platform/web/ui/with-data.ts';
import { useLongList } from '#platform/web/use-long-list.ts';
import type { Member } from '../contract.ts';
import { networkQueries } from './data.ts';
import { type Level, plantFound, waysTo } from './member-nodes.ts';
import { MemberTree } from './member-tree.tsx';
import styles from './network-page.module.css';
import { Said } from '#platform/web/ui/said.tsx';

interface FoundMembersProps {
  text: string;
  levels: ReadonlyMap<string, Level>;
  tree: {
    openIds: ReadonlySet<string>;
    onOpenChange: (ids: Set<string>) => void;
    onMore: (parentId: string) => void;
    onRetry: (parentId: string) => void;
  };
}

/** The search results, with the path down to each expanded. */
export function FoundMembers({ text, levels, tree }: FoundMembersProps) {
  const t = useTranslations('network');
  const { query, rows: found } = useLongList(networkQueries.search(text));
  return (
    <>
      <QueryView
        query={withData(query, found)}
        waiting={<SkeletonRows />}
        isEmpty={(rows) => rows.length === 0}
        empty={<Said className={styles.nothing}>{t('nothingFound')}</Said>}
      >
        {(rows) => <FoundTree key={text} found={rows} levels={levels} tree={tree} />}
      </QueryView>
      <MoreRows query={query}>{t('tree.more')}</MoreRows>
    </>
  );
}

function FoundTree({ found, levels, tree }: Omit<FoundMembersProps, 'text'> & { found: readonly Member[] }) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const ways = waysTo(found);
  const open = new Set([...tree.openIds, ...ways].filter((id) => !closed.has(id)));
  function change(next: Set<string>) {
    setClosed(new Set([...ways].filter((id) => !next.has(id))));
    // The search already returned the paths: only rows opened beyond them are fetched.
    tree.onOpenChange(new Set([...next].filter((id) => !ways.has(id))));
  }
  return <MemberTree {...tree} nodes={plantFound(found, levels)} openIds={open} onOpenChange={change} />;
}
