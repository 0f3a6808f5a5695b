/**
 * The version of the vault's terms (the text in its dialog before the first investment): the day they take effect. Changed terms are a new
 * version, to be accepted again before the next deposit.
 */
export const vaultTermsVersion = '2026-11-22';
