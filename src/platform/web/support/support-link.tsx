import { useTranslations } from 'use-intl';
import { useKnownSite } from '../site.ts';
import { buttonClass } from '../ui/button.tsx';
import { referenceOf, supportAddress } from './support-address.ts';
import styles from './support-link.module.css';

interface SupportLinkProps {
  /** The reference of the matter: an id that means something to the operator, and nothing to anybody else. */
  about: string;
  look?: 'link' | 'primary';
  /** Replaces “Talk to support about this”. */
  children?: string;
}

/** A link to support that already says what it is about. */
export function SupportLink({ about, look = 'link', children }: SupportLinkProps) {
  const t = useTranslations('platform.support');
  const site = useKnownSite();
  if (!site) return null;
  const { support, brand } = site;
  const reference = referenceOf(about);
  const address = supportAddress(support, reference, t('subject', { brand, reference }));
  const isPage = address.startsWith('http');
  return (
    <a
      href={address}
      rel="noreferrer"
      {...(isPage && { target: '_blank' })}
      className={look === 'primary' ? buttonClass('primary') : styles.link}
    >
      {children ?? t('aboutThis')}
    </a>
  );
}
