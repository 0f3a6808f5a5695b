import { useTranslations } from 'use-intl';
import { ReferralTerms } from '#catalog/web/referral-terms.tsx';
import { ShareLink } from '#network/web/share-link.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';

/** Sharing the link, and what referrals earn: whatever the first look at the card does not need. */
export function AffiliateMore({ link, isNewcomer }: { link: string; isNewcomer: boolean }) {
  const t = useTranslations('catalog.referral');
  return (
    <>
      <ShareLink link={link} />
      {isNewcomer ? (
        <ReferralTerms />
      ) : (
        <Disclosure summary={t('summary')}>
          <ReferralTerms />
        </Disclosure>
      )}
    </>
  );
}
