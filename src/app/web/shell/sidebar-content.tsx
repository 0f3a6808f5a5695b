import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { LanguageSelect } from '#platform/web/i18n/language-select.tsx';
import { useSite } from '#platform/web/site.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { IconOutside } from '#platform/web/ui/icons-navigation.tsx';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import type { User } from '#profile/contract.ts';
import { SessionBox } from './session-box.tsx';
import styles from './sidebar-content.module.css';
import { SidebarLinks } from './sidebar-links.tsx';

interface SidebarContentProps {
  user: User | undefined;
  /** Its links take the place of the entry that opened it. */
  isInstead?: boolean;
}

export function SidebarContent({ user, isInstead = false }: SidebarContentProps) {
  const t = useTranslations('app');
  const { brokerSite } = useSite();
  return (
    <div className={styles.content}>
      <SidebarLinks isInstead={isInstead} />
      <div className={styles.foot}>
        <p className={styles.balance}>
          <span className={styles.label}>{t('balance.available')}</span>
          {user ? (
            <ExplainedFigure figure="balance" name={t('balance.available')} isInstead={isInstead}>
              <Amount value={user.Balance} />
            </ExplainedFigure>
          ) : (
            <SkeletonLine width="long" size={20} />
          )}
        </p>
        <a href={brokerSite} className={buttonClass('secondary')} rel="noreferrer">
          <span className={styles.broker}>
            {t('actions.toBroker')}
            <IconOutside size={16} />
          </span>
        </a>
        <LanguageSelect />
        <SessionBox expiresAt={user?.SessionExpires} />
      </div>
    </div>
  );
}
