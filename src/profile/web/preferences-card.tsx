import { useTranslations } from 'use-intl';
import { languages } from '#platform/languages.ts';
import { languageNames } from '#platform/web/i18n/language.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { chooseTheme } from '#platform/web/theme.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { RadioCards } from '#platform/web/ui/radio-cards.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { useTheme } from '#platform/web/use-theme.ts';
import styles from './profile-page.module.css';

/** The same choice as in the menus: `follow-preferences.tsx` takes it to the other devices. */
export function PreferencesCard() {
  const t = useTranslations('profile.preferences');
  const { language, choose } = useLanguage();
  return (
    <Card title={t('title')}>
      <p className={styles.note}>{t('lead')}</p>
      <div className={styles.form}>
        <Select
          label={t('language')}
          value={language}
          options={languages.map((each) => ({ value: each, label: languageNames[each], lang: each }))}
          onChange={choose}
        />
        <RadioCards
          label={t('theme')}
          size="large"
          value={useTheme()}
          options={[
            { value: 'dark', label: t('dark') },
            { value: 'light', label: t('light') },
          ]}
          onChange={chooseTheme}
        />
      </div>
    </Card>
  );
}
