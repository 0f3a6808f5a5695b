import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useAddressFilter } from '#platform/web/address-filter.ts';
import { useSite } from '#platform/web/site.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconNetwork } from '#platform/web/ui/icons-navigation.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { type MemberOrder, memberOrders } from '../contract.ts';
import { ShareLink } from './share-link.tsx';
import { FoundMembers } from './found-members.tsx';
import { networkQueries } from './data.ts';
import { growTree } from './member-nodes.ts';
import { MemberTree } from './member-tree.tsx';
import styles from './network-page.module.css';
import { useOpenRows } from './use-open-rows.ts';
import { rootId } from './use-levels.ts';
import { useSearchText } from './use-search-text.ts';

type Order = { order: MemberOrder };
const usual: Order = { order: 'newest' };

function readOrder(search: URLSearchParams): Order {
  return { order: memberOrders.find((order) => order === search.get('order')) ?? usual.order };
}

/** The customer's downline, level by level (W1). `code` is the customer's own referral code. */
export function NetworkPage({ code }: { code: string | undefined }) {
  const t = useTranslations('network');
  const { typed, setTyped, sought } = useSearchText();
  const { filter, change } = useAddressFilter(readOrder, usual);
  const { openIds, setOpenIds, levels, readMore, retry, root } = useOpenRows(filter.order);
  const { data: above } = useQuery(networkQueries.privacy);
  const hasNobody = root?.data?.rows.length === 0;
  const tree = { openIds, onOpenChange: setOpenIds, onMore: readMore, onRetry: retry };
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card title={t('list')}>
        {above?.InvitedBy && <p className={styles.note}>{t('invitedBy', { name: above.InvitedBy })}</p>}
        {!hasNobody && (
          <div className={styles.search}>
            <TextField label={t('search')} type="search" maxLength={100} value={typed} onChange={setTyped} />
            {!sought && (
              <Select
                label={t('order.label')}
                value={filter.order}
                options={memberOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
                onChange={(order) => change({ order })}
              />
            )}
          </div>
        )}
        {sought && !hasNobody ? (
          <FoundMembers text={sought} levels={levels} tree={tree} />
        ) : (
          <QueryView
            query={{ data: undefined, error: null, isFetching: true, refetch: () => {}, ...root }}
            waiting={<SkeletonRows />}
            isEmpty={() => hasNobody}
            empty={<NoMembers code={code} />}
          >
            {() => <MemberTree nodes={growTree(rootId, levels)} {...tree} />}
          </QueryView>
        )}
      </Card>
    </>
  );
}

/** The empty state: the link with which to bring the first member. */
function NoMembers({ code }: { code: string | undefined }) {
  const t = useTranslations('network');
  const { affiliateBase } = useSite();
  const link = `${affiliateBase}${code ?? ''}`;
  return (
    <EmptyState
      icon={<IconNetwork size={24} />}
      text={t('empty')}
      action={
        code && (
          <span className={styles.invitation}>
            <code translate="no" className={styles.link} dir="ltr">
              {link}
            </code>
            <CopyButton text={link} label={t('copy')} />
            <ShareLink link={link} />
          </span>
        )
      }
    />
  );
}
