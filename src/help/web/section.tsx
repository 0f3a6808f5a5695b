import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { HelpSection } from '../topics.ts';
import styles from './help-page.module.css';

/** A section of the page, with the anchor that links to it. */
export function Section({ topic, children }: { topic: HelpSection; children: ReactNode }) {
  const t = useTranslations('help.topics');
  return (
    <section id={topic} className={styles.section} aria-labelledby={`${topic}-title`}>
      <h2 id={`${topic}-title`} tabIndex={-1}>
        {t(`${topic}.title`)}
      </h2>
      {children}
    </section>
  );
}
