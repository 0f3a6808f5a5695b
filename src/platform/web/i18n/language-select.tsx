import { useTranslations } from 'use-intl';
import { languages } from '#platform/languages.ts';
import { IconGlobe } from '../ui/icons-action.tsx';
import { IconChevronDown } from '../ui/icons-navigation.tsx';
import { languageNames } from './language.ts';
import { useLanguage } from './language-provider.tsx';
import styles from './language-select.module.css';

/** Shows each language under its own name. */
export function LanguageSelect() {
  const t = useTranslations('platform');
  const { language, choose } = useLanguage();
  return (
    <span className={styles.frame}>
      <IconGlobe />
      <select
        className={styles.select}
        aria-label={t('language')}
        value={language}
        onChange={(event) => choose(event.target.value as typeof language)}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} />
    </span>
  );
}
