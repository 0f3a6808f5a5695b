import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { HelpSection } from '../topics.ts';
import styles from './help-page.module.css';

/** A part of the page, under the address that it is linked to by. */
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
