import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { Brand } from '#platform/web/brand/brand.tsx';
import { SandboxRibbon } from '#platform/web/brand/sandbox-ribbon.tsx';
import { LanguageSelect } from '#platform/web/i18n/language-select.tsx';
import { useSite } from '#platform/web/site.ts';
import { ThemeSwitch } from '#platform/web/ui/theme-switch.tsx';
import styles from './getting-in-page.module.css';

/** Layout of every page before the session: a form on one side, the brand's promise on the other. */
export function GettingInPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('auth.login');
  const { brand } = useSite();
  return (
    <div className={styles.screen}>
      <title>{`${title} · ${brand}`}</title>
      <SandboxRibbon />
      <div className={styles.page}>
        <div className={styles.side}>
          <header className={styles.head}>
            <Brand />
            <div className={styles.choices}>
              <LanguageSelect />
              <ThemeSwitch />
            </div>
          </header>
          <main className={styles.main}>{children}</main>
        </div>
        <aside className={styles.art}>
          <p className={styles.promise}>{t('promise')}</p>
          <p>{t('promiseNote')}</p>
        </aside>
      </div>
    </div>
  );
}
