import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#platform/web/ui/skeleton.tsx';
import { profileQueries } from './data.ts';
import { DetailsCard } from './details-card.tsx';
import { PictureCard } from './picture-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import styles from './profile-page.module.css';

interface ProfilePageProps {
  /** Password and sessions: logging in belongs to another folder. */
  access: ReactNode;
  /** Other preferences, from other folders too. */
  preferences: ReactNode;
}

/** `Atualizar Perfil`: the customer's details, access and preferences. */
export function ProfilePage({ access, preferences }: ProfilePageProps) {
  const t = useTranslations('profile');
  const user = useQuery(profileQueries.user);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <QueryView query={user} waiting={<Waiting />}>
        {(known) => (
          <div className={styles.cards}>
            <div className={styles.column}>
              <PictureCard user={known} />
              <DetailsCard user={known} />
              <PreferencesCard />
              {preferences}
            </div>
            <div className={styles.column}>{access}</div>
          </div>
        )}
      </QueryView>
    </>
  );
}

function Waiting() {
  return (
    <Skeleton>
      <SkeletonBlock height="large" />
      <SkeletonBlock height="large" />
    </Skeleton>
  );
}
