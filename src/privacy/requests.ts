/** What customers ask for of what is held of them, and how it is answered. */
export const privacyKinds = ['export', 'correction', 'erasure'] as const;
export type PrivacyKind = (typeof privacyKinds)[number];

export const privacyOutcomes = ['done', 'refused'] as const;
export type PrivacyOutcome = (typeof privacyOutcomes)[number];
