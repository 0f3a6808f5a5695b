import { useTranslations } from 'use-intl';
import { Phone } from '#platform/web/ui/phone.tsx';
import { Amount } from '#money/web/amount.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { residualLevels } from '../awards.ts';
import type { Member } from '../contract.ts';
import type { MemberNode } from './member-nodes.ts';
import styles from './member-tree.module.css';

/** A press on it follows the link, and does not open the row. */
const stay = { onPointerDown: stop, onMouseDown: stop, onClick: stop, onKeyDown: stop };

function stop(event: { stopPropagation: () => void }): void {
  event.stopPropagation();
}

/** What the member brought, which leads to the payments. */
function Earned({ member: { Id, Earned: earned } }: { member: Member }) {
  const t = useTranslations('network.tree');
  return (
    <span className={styles.figure} {...stay}>
      <span className={styles.heading}>{t('earned')}</span>{' '}
      <ExplainedFigure figure="network-earned" of={Id} name={t('earned')}>
        <Amount value={earned} />
      </ExplainedFigure>
    </span>
  );
}

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
          <span className={styles.figures}>
            <span className={styles.figure}>
              <span className={styles.heading}>{t('balance')}</span> <Amount value={member.Balance} />
            </span>
            {member.Level <= residualLevels && <Earned member={member} />}
          </span>
        </>
      )}
    </span>
  );
}
