import { useTranslations } from 'use-intl';
import { useEffect, useState } from 'react';
import type { Language } from '#platform/languages.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { fillTerms, isTermsSection, type TermsFees, type TermsVersion } from '../terms-versions.ts';
import { loadTerms, type TermsTexts } from './load-terms.ts';
import styles from './terms-of-use.module.css';

interface TermsTextProps {
  version: TermsVersion;
  /** The fees that the terms name; null until loaded. */
  fees: TermsFees | null;
  /** Accessible name, for screen readers. */
  label: string;
  /** The heading level that fits the surrounding page. */
  Heading?: 'h2' | 'h4';
}

/** A version of the terms of use with its fees, verbatim, in the reader's language. */
export function TermsText({ version, fees, label, Heading = 'h2' }: TermsTextProps) {
  const t = useTranslations('platform');
  const percent = usePercent();
  const { texts, retry } = useTerms(version);
  if (texts === 'failed') {
    return (
      <Button size="small" onClick={retry}>
        {t('retry')}
      </Button>
    );
  }
  return (
    <div className={styles.terms} role="region" tabIndex={0} aria-label={label}>
      {texts && fees ? (
        Object.entries(texts)
          .filter(([key]) => isTermsSection(key, fees))
          .map(([key, { title, text }]) => (
            <Section key={key} title={title} text={fillTerms(text, fees, percent)} Heading={Heading} />
          ))
      ) : (
        <SkeletonRows />
      )}
    </div>
  );
}

interface SectionProps {
  title: string;
  text: string;
  Heading: 'h2' | 'h4';
}

function Section({ title, text, Heading }: SectionProps) {
  return (
    <>
      <Heading className={styles.title}>{title}</Heading>
      <p>{text}</p>
    </>
  );
}

interface Loaded {
  language: Language;
  texts: TermsTexts | 'failed';
}

function useTerms(version: TermsVersion) {
  const { language } = useLanguage();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => void load(version, language).then(setLoaded), [version, language]);
  const retry = () => {
    setLoaded(null);
    void load(version, language).then(setLoaded);
  };
  return { texts: loaded?.language === language ? loaded.texts : null, retry };
}

async function load(version: TermsVersion, language: Language): Promise<Loaded> {
  return { language, texts: await loadTerms(version, language).catch(() => 'failed' as const) };
}
