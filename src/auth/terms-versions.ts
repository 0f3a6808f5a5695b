/**
 * The versions of the terms of use, each named after the day on which it takes effect, the current one last. A customer's acceptance is
 * stored with its version and can be read indefinitely: the texts of a version never change (a test holds their hash); different texts are
 * a new version. The fees are settings: the current ones are filled in for reading before acceptance, and stored with it.
 */
export const termsVersions = ['2026-11-22'] as const;
export type TermsVersion = (typeof termsVersions)[number];
export const termsVersion: TermsVersion = '2026-11-22';

export function isTermsVersion(version: string): version is TermsVersion {
  return termsVersions.some((known) => known === version);
}

/** The fees named in the terms, in per cent. */
export interface TermsFees {
  StakeCancel: number;
  WithdrawUsdt: number;
  /** Share of a promised profit; omitted if nothing is withheld, and then the terms do not mention it. */
  TaxWithheld?: number | undefined;
}

/** For customers who accepted a version while the operator had set nothing else, or before the fees were settings. */
export const standardFees: Record<TermsVersion, TermsFees> = {
  '2026-11-22': { StakeCancel: 40, WithdrawUsdt: 2 },
};

/** Fills the fees into a sentence of the terms, formatted for the reader's language. */
export function fillTerms(text: string, fees: TermsFees, percent: (value: number) => string): string {
  return text
    .replace('{stakeCancel}', percent(fees.StakeCancel))
    .replace('{withdrawUsdt}', percent(fees.WithdrawUsdt))
    .replace('{taxWithheld}', percent(fees.TaxWithheld ?? 0));
}

/** Whether a section is shown: the one on taxes only if tax is withheld. */
export function isTermsSection(key: string, { TaxWithheld }: TermsFees): boolean {
  return key !== 'taxes' || TaxWithheld !== undefined;
}

/** The fees in the form in which a reader sends them back. */
export function quotedFees({ StakeCancel, WithdrawUsdt, TaxWithheld }: TermsFees): string {
  return [StakeCancel, WithdrawUsdt, ...(TaxWithheld ? [TaxWithheld] : [])].join(' ');
}
