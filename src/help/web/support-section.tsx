import { useTranslations } from 'use-intl';
import { useSite } from '#platform/web/site.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Section } from './section.tsx';
import styles from './help-page.module.css';

/** How to reach support. It needs nothing from the server, so it also shows when the figures could not be loaded. */
export function SupportSection() {
  const t = useTranslations('helpPage.support');
  const { support, supportIsSet } = useSite();
  const isPage = support.startsWith('http');
  return (
    <Section topic="support">
      {!supportIsSet && <Notice tone="caution">{t('standIn')}</Notice>}
      <p>{t('text')}</p>
      <Facts>
        <Fact label={t('address')}>
          <bdi translate="no" className={styles.address}>
            {readable(support)}
          </bdi>
        </Fact>
      </Facts>
      <p className={styles.actions}>
        <a href={support} rel="noreferrer" {...(isPage && { target: '_blank' })} className={buttonClass('primary')}>
          {t('talk')}
        </a>
        <span className={styles.quiet}>{t('never')}</span>
      </p>
    </Section>
  );
}

/** The contact as it is read aloud or in print, without its scheme, query and fragment. */
function readable(support: string): string {
  return support
    .replace(/^(mailto|tel):/, '')
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '');
}
