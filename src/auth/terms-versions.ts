/**
 * The versions of the terms of use, each the day from which it holds, the present one last. What a customer accepted is stored with its
 * version and can be read for good: the texts of a version never change (a test keeps their hash), other words are another version. The
 * fees that they name are settings: they are filled in as they are when somebody reads before accepting, and kept with what was accepted.
 */
export const termsVersions = ['2026-11-22'] as const;
export type TermsVersion = (typeof termsVersions)[number];
export const termsVersion: TermsVersion = '2026-11-22';

export function isTermsVersion(version: string): version is TermsVersion {
  return termsVersions.some((known) => known === version);
}

/** The fees that the terms name; per cent. */
export interface TermsFees {
  StakeCancel: number;
  WithdrawUsdt: number;
  /** Of a promised profit; left out where nothing is withheld, and then the terms do not speak of it. */
  TaxWithheld?: number | undefined;
}

/** Of whoever accepted a version while the operator had set nothing else, or before the fees were settings. */
export const standardFees: Record<TermsVersion, TermsFees> = {
  '2026-11-22': { StakeCancel: 40, WithdrawUsdt: 2 },
};

/** A sentence of the terms with its fees in it, as the reader's language writes them. */
export function fillTerms(text: string, fees: TermsFees, percent: (value: number) => string): string {
  return text
    .replace('{stakeCancel}', percent(fees.StakeCancel))
    .replace('{withdrawUsdt}', percent(fees.WithdrawUsdt))
    .replace('{taxWithheld}', percent(fees.TaxWithheld ?? 0));
}

/** The sections that are read: the one of taxes where something is withheld. */
export function isTermsSection(key: string, { TaxWithheld }: TermsFees): boolean {
  return key !== 'taxes' || TaxWithheld !== undefined;
}

/** As whoever read them sends them along. */
export function quotedFees({ StakeCancel, WithdrawUsdt, TaxWithheld }: TermsFees): string {
  return [StakeCancel, WithdrawUsdt, ...(TaxWithheld ? [TaxWithheld] : [])].join(' ');
}
