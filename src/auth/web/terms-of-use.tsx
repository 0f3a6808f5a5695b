import { useTranslations } from 'use-intl';
import { useEffect, useState } from 'react';
import type { Language } from '#platform/languages.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { loadTerms, type TermsTexts } from './load-terms.ts';
import styles from './terms-of-use.module.css';

export function TermsOfUse() {
  const t = useTranslations('auth.register');
  return (
    <Disclosure summary={t('readTerms')}>
      <Terms label={t('readTerms')} />
    </Disclosure>
  );
}

function Terms({ label }: { label: string }) {
  const t = useTranslations('auth.confirm');
  const { texts, retry } = useTerms();
  if (texts === 'failed') {
    return (
      <Button size="small" onClick={retry}>
        {t('retry')}
      </Button>
    );
  }
  return (
    <div className={styles.terms} role="region" tabIndex={0} aria-label={label}>
      {texts ? Object.entries(texts).map(([key, section]) => <Section key={key} {...section} />) : <SkeletonRows />}
    </div>
  );
}

function Section({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h2>{title}</h2>
      <p>{text}</p>
    </>
  );
}

interface Loaded {
  language: Language;
  texts: TermsTexts | 'failed';
}

function useTerms() {
  const { language } = useLanguage();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => void load(language).then(setLoaded), [language]);
  const retry = () => {
    setLoaded(null);
    void load(language).then(setLoaded);
  };
  return { texts: loaded?.language === language ? loaded.texts : null, retry };
}

async function load(language: Language): Promise<Loaded> {
  return { language, texts: await loadTerms(language).catch(() => 'failed' as const) };
}
