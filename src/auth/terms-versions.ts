/**
 * The versions of the terms of use, each the day from which it holds, the present one last. What a customer accepted is stored with its
 * version and can be read for good: the texts of a version never change (a test keeps their hash), other words are another version.
 */
export const termsVersions = ['2026-11-22'] as const;
export type TermsVersion = (typeof termsVersions)[number];
export const termsVersion: TermsVersion = '2026-11-22';

export function isTermsVersion(version: string): version is TermsVersion {
  return termsVersions.some((known) => known === version);
}
