import { useTranslations } from 'use-intl';
import { useKnownSite } from '../site.ts';
import { buttonClass } from '../ui/button.tsx';
import { referenceOf, supportAddress } from './support-address.ts';

interface SupportLinkProps {
  /** The reference of what it is about: an id that means something to the operator, and nothing to anybody else. */
  about: string;
  look?: 'quiet' | 'primary';
  /** Other words than “Talk to support about this”. */
  children?: string;
}

/** The way to a person, with what it is about told already. */
export function SupportLink({ about, look = 'quiet', children }: SupportLinkProps) {
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
      className={buttonClass(look, look === 'quiet' ? 'small' : 'normal')}
    >
      {children ?? t('aboutThis')}
    </a>
  );
}
