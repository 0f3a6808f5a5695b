import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { helpSections } from '../topics.ts';
import styles from './help-page.module.css';

/** Table of contents with links to the sections. */
export function Contents() {
  const t = useTranslations();
  return (
    <nav className={styles.contents} aria-label={t('helpPage.contents')}>
      <ul>
        {helpSections.map((topic) => (
          <li key={topic}>
            <Link to={`#${topic}`}>{t(`help.topics.${topic}.title`)}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
