import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { useSite } from '#platform/web/site.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { FishingScene } from './fishing-scene.tsx';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  const t = useTranslations('app.notFound');
  const site = useSite();
  return (
    <main className={styles.page}>
      <title>{`${t('title')} · ${site.brand}`}</title>
      <FishingScene />
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
      <p>
        {t.rich('support', {
          link: (words) => (
            <a href={site.support} rel="noreferrer">
              {words}
            </a>
          ),
        })}
      </p>
      <Link to="/dashboard" className={buttonClass('primary')}>
        {t('back')}
      </Link>
    </main>
  );
}
