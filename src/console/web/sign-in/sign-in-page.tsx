import { type ReactNode, Suspense, useState } from 'react';
import { BrandMark } from '#platform/web/brand/brand-mark.tsx';
import { SandboxRibbon } from '#platform/web/brand/sandbox-ribbon.tsx';
import { LanguageSelect } from '#platform/web/i18n/language-select.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { useSite } from '#platform/web/site.ts';
import { ThemeSwitch } from '#platform/web/ui/theme-switch.tsx';
import { useTranslations } from 'use-intl';
import styles from './sign-in-page.module.css';

const SetUp = later(
  part(() => import('./set-up.tsx')),
  'SetUp',
);

interface SignInPageProps {
  title: string;
  /** @param onSetUp called when the next step is to set up the member's own second factor with this ticket */
  children: (onSetUp: (ticket: string) => void) => ReactNode;
}

/** The frame around every login step: the installation's name and one form. */
export function SignInPage({ title, children }: SignInPageProps) {
  const t = useTranslations('console');
  const { brand } = useSite();
  const [ticket, setTicket] = useState<string | null>(null);
  return (
    <div className={styles.screen}>
      <title>{`${ticket ? t('setUp.heading') : title} · ${t('name', { brand })}`}</title>
      <SandboxRibbon />
      <header className={styles.head}>
        <span className={styles.brand}>
          <BrandMark />
          {t('name', { brand })}
        </span>
        <span className={styles.choices}>
          <LanguageSelect />
          <ThemeSwitch />
        </span>
      </header>
      <main className={styles.main}>
        <Suspense>{ticket ? <SetUp ticket={ticket} onOver={() => setTicket(null)} /> : children(setTicket)}</Suspense>
      </main>
    </div>
  );
}
