/**
 * The version of the vault's terms (what its dialog says before the first investment), the day from which it holds. Other terms are
 * another version, which is accepted anew before the next deposit.
 */
export const vaultTermsVersion = '2026-11-22';
