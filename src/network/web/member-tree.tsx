import { type CSSProperties, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Collection } from 'react-aria-components/Collection';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { useTranslations } from 'use-intl';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { IconChevronEnd } from '#platform/web/ui/icons-later.tsx';
import { IconChevronDown } from '#platform/web/ui/icons-navigation.tsx';
import { MemberRow } from './member-row.tsx';
import type { TreeNode } from './member-nodes.ts';
import styles from './member-tree.module.css';

interface MemberTreeProps {
  nodes: readonly TreeNode[];
  openIds: ReadonlySet<string>;
  onOpenChange: (ids: Set<string>) => void;
  onMore: (parentId: string) => void;
  onRetry: (parentId: string) => void;
}

/** The downline as a tree grid: arrow keys open and close rows according to text direction, typing finds a name. */
export function MemberTree({ nodes, openIds, onOpenChange, onMore, onRetry }: MemberTreeProps) {
  const t = useTranslations('network.tree');
  const { language } = useLanguage();
  const act = (node: TreeNode) => {
    if (node.kind === 'more') onMore(node.parentId);
    if (node.kind === 'failed') onRetry(node.parentId);
    if (node.kind === 'member' && hasBelow(node)) onOpenChange(toggled(openIds, node.id));
  };
  const row = (node: TreeNode): ReactNode => (
    <TreeItem
      id={node.id}
      textValue={node.kind === 'member' ? node.name : t(node.kind)}
      className={styles.item ?? ''}
      hasChildItems={hasBelow(node)}
      onAction={() => act(node)}
    >
      <TreeItemContent>
        {({ isExpanded, level }) => (
          <span className={styles.row} style={{ '--level': level } as CSSProperties} data-kind={node.kind}>
            <span className={styles.chevron}>{hasBelow(node) && <Chevron isOpen={isExpanded} />}</span>
            {node.kind === 'member' ? <MemberRow node={node} /> : <span className={styles.note}>{t(node.kind)}</span>}
          </span>
        )}
      </TreeItemContent>
      {node.kind === 'member' && <Collection items={node.children}>{row}</Collection>}
    </TreeItem>
  );
  return (
    <I18nProvider locale={language}>
      <Tree
        aria-label={t('label')}
        className={styles.tree ?? ''}
        items={nodes}
        expandedKeys={openIds}
        onExpandedChange={(keys) => onOpenChange(new Set([...keys].map(String)))}
        dependencies={[nodes]}
      >
        {row}
      </Tree>
    </I18nProvider>
  );
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('network.tree');
  return (
    // The library's own words are not in every language; the row's name follows them.
    <AriaButton slot="chevron" aria-label={t(isOpen ? 'collapse' : 'expand')} className={styles.toggle ?? ''}>
      {isOpen ? <IconChevronDown size={16} /> : <IconChevronEnd size={16} />}
    </AriaButton>
  );
}

function hasBelow(node: TreeNode): boolean {
  return node.kind === 'member' && node.children.length > 0;
}

function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
