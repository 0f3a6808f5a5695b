import { useTranslations } from 'use-intl';
import { Phone } from '#platform/web/ui/phone.tsx';
import { Amount } from '#money/web/amount.tsx';
import type { MemberNode } from './member-nodes.ts';
import styles from './member-tree.module.css';

/** A member on one line: name, contact, figures. On the path to a search result, the name alone. */
export function MemberRow({ node: { name, member } }: { node: MemberNode }) {
  const t = useTranslations('network.tree');
  return (
    <span className={styles.member} data-way={member === null || undefined}>
      <span className={styles.who}>
        <bdi translate="no" className={styles.name}>
          {name}
        </bdi>
        {member && member.Members > 0 && (
          <span className={styles.count}>{t('members', { count: member.Members })}</span>
        )}
      </span>
      {member && (
        <>
          <span translate="no" className={styles.email} dir="ltr">
            {member.Email}
          </span>
          <span className={styles.phone} dir="ltr">
            <Phone written={member.Phone} />
          </span>
          <span className={styles.balance}>
            <span className={styles.heading}>{t('balance')}</span> <Amount value={member.Balance} />
          </span>
        </>
      )}
    </span>
  );
}
