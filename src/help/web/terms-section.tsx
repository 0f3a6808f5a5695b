import { useTranslations } from 'use-intl';
import { isTermsVersion, type TermsFees } from '#auth/terms-versions.ts';
import { TermsText } from '#auth/web/terms-text.tsx';
import { useDate } from '#platform/web/ui/date-time.tsx';
import type { Help } from '../contract.ts';
import type { Figures } from './data.ts';
import { Fold } from './fold.tsx';
import styles from './help-page.module.css';
import { Section } from './section.tsx';
import { VaultTerms } from './vault-terms.tsx';

const moment = { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;

/** The terms the customer agreed to: which version, when, and the full text. */
export function TermsSection({ help: { Terms, VaultTerms: vault }, catalog }: Figures) {
  const t = useTranslations('helpPage.terms');
  const { Version, Fees } = Terms.Accepted ?? { Version: Terms.Present, Fees: null };
  return (
    <Section topic="terms">
      <h3>{t('use')}</h3>
      <Agreed terms={Terms} newer={t('newer', { version: isolated(Terms.Present) })} />
      {Fees && !areOfToday(Fees, catalog) && <p>{t('feesThen')}</p>}
      {isTermsVersion(Version) && Fees ? (
        <Fold id="terms-of-use" summary={t('read')}>
          <TermsText version={Version} fees={Fees} label={t('use')} Heading="h4" />
        </Fold>
      ) : (
        Terms.Accepted && <p>{t('gone')}</p>
      )}
      <h3>{t('vault')}</h3>
      <Agreed terms={vault} newer={t('newerVault', { version: isolated(vault.Present) })} />
      <Fold id="vault-terms" summary={t('readVault')}>
        <VaultTerms catalog={catalog} />
      </Fold>
    </Section>
  );
}

/** Whether the accepted terms state the current fees. */
function areOfToday(
  { StakeCancel, WithdrawUsdt, TaxWithheld }: TermsFees,
  { Fees, Stake }: Figures['catalog'],
): boolean {
  return StakeCancel === Fees.StakeCancel && WithdrawUsdt === Fees.WithdrawUsdt && TaxWithheld === Stake.TaxRate;
}

/** Isolates a version so that it reads left to right in every language. */
function isolated(version: string): string {
  return `\u2066${version}\u2069`;
}

interface AgreedProps {
  terms: Help['Terms'] | Help['VaultTerms'];
  /** Shown if the version in force is not the accepted one. */
  newer: string;
}

function Agreed({ terms: { Present, Accepted }, newer }: AgreedProps) {
  const t = useTranslations('helpPage.terms');
  const date = useDate();
  if (!Accepted) return <p>{t('notYet')}</p>;
  return (
    <p className={styles.agreed}>
      {t('accepted', { version: isolated(Accepted.Version), date: date(Accepted.At, moment) })}
      {Accepted.Version !== Present && ` ${newer}`}
    </p>
  );
}
